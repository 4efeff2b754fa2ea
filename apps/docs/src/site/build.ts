import type { Plugin } from "vite";
import { readBytes, readText } from "./guides/files.ts";
import { htmlOf, pagesOf } from "./pages.tsx";
import { searchTexts } from "./search-texts.ts";
import { readSite } from "./site.ts";

const base = "/docs/";

/** Writes the site's pages beside the script and the styles that Vite has built. */
export const siteOf = (): Plugin => ({
  name: "usance-docs",
  generateBundle(_options, bundle) {
    const site = readSite(JSON.parse(readText("packages/sdk/openapi.json")));
    const files = Object.values(bundle);
    const script = files.find((file) => file.type === "chunk" && file.isEntry)?.fileName;
    const styles = files.find(({ fileName }) => fileName.endsWith(".css"))?.fileName;
    const search = this.getFileName(
      this.emitFile({
        type: "asset",
        name: "search.json",
        source: JSON.stringify(searchTexts(site)),
      }),
    );
    const assets = {
      script: `${base}${script}`,
      styles: `${base}${styles}`,
      search: `${base}${search}`,
    };
    for (const page of pagesOf(site)) {
      const fileName = `${page.href.replace("/docs", "").slice(1) || "index"}.html`;
      this.emitFile({ type: "asset", fileName, source: htmlOf(site, assets, page) });
    }
    for (const file of site.guides.files.filter((one) => one.startsWith("docs/images/"))) {
      const fileName = file.replace("docs/", "");
      this.emitFile({ type: "asset", fileName, source: readBytes(file) });
    }
  },
});

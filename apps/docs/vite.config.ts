import { defineConfig } from "vite";
import { browserFloor } from "../../packages/ui/scripts/browser-floor.ts";
import { siteOf } from "./src/site/build.ts";

/** The script and the styles are built as those of the other pages. The pages are written beside them. */
export default defineConfig({
  base: "/docs/",
  plugins: [siteOf()],
  build: {
    target: browserFloor,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: "src/page/main.ts" },
  },
});

import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

/* Which files of the repository are on the site, and where. */

const root = fileURLToPath(new URL("../../../../../", import.meta.url));
/** The file whose list is the site's order. */
export const listFile = "docs/README.md";

/** Files that the image's build lacks, or that say nothing outside of the repository. */
const stays = /(^|\/)test\/|\.test\.tsx?$|^ops\/|^compose/;

export const readText = (file: string): string => readFileSync(join(root, file), "utf8");
export const readBytes = (file: string): Buffer => readFileSync(join(root, file));

/** Where a file is shown: `docs/checkout.md` at `/docs/checkout`. A file that stays in the repository is a line of one page. */
export function hrefOf(file: string): string {
  if (file === listFile) return "/docs";
  if (file === "packages/sdk/openapi.json") return "/openapi.json";
  if (stays.test(file) || isFolder(file)) return `/docs/repository#${file}`;
  if (file.startsWith("docs/images/")) return `/docs/images/${posix.basename(file)}`;
  if (!file.endsWith(".md")) return `/docs/source/${file.replaceAll(".", "-")}`;
  const path = file.replace(/^docs\//, "").replace(/(?:\/README)?\.md$/, "");
  return `/docs/${path.includes("/") ? path : path.toLowerCase()}`;
}

const isFolder = (file: string) => statSync(join(root, file)).isDirectory();

/**
 * The file that a link of another leads to.
 *
 * @throws Error when there is no such file. Files that stay in the repository are not looked for: the image's build lacks
 *   them
 */
export function linkedFile(from: string, href: string): string {
  const file = posix.join(posix.dirname(from), decodeURI(href));
  if (!stays.test(file) && !existsSync(join(root, file))) {
    throw new Error(`${from} links to ${href}, which does not exist.`);
  }
  return file;
}

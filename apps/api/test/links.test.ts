import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/* The links of this repository's pages to its files and headings are valid. */

const root = fileURLToPath(new URL("../../..", import.meta.url));
const pages = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" })
  .trim()
  .split("\n");

it("no page has broken links", () => {
  const broken = pages.flatMap((page) => {
    const text = withoutCode(readFileSync(join(root, page), "utf8"));
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    return links
      .filter((link) => !/^[a-z]+:/.test(link) && !exists(page, link))
      .map((link) => `${page}: ${link}`);
  });

  expect(pages.length).toBeGreaterThan(20);
  expect(broken).toEqual([]);
});

function exists(page: string, link: string): boolean {
  const [path = "", heading] = link.split("#");
  const file = path === "" ? join(root, page) : join(root, dirname(page), path);
  if (!existsSync(file)) return false;
  return heading === undefined || anchorsOf(file).includes(heading);
}

/** The names that GitHub gives a page's headings. */
function anchorsOf(file: string): string[] {
  const headings = withoutCode(readFileSync(file, "utf8")).matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, "");

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

/** What a visitor of a built page loads. Paths are relative to the page's `dist`. */
export interface BuiltPage {
  /** The names of all files in `assets`. */
  readonly files: readonly string[];
  /** The scripts and styles that `index.html` names. */
  readonly first: readonly string[];
  /** Scripts and styles, with everything that the scripts import when they are loaded. */
  loadedWith(paths: readonly string[]): readonly string[];
  /** The size of files in bytes, gzipped. */
  weightOf(paths: readonly string[]): number;
}

/** @param dist the folder of the built page */
export function builtPage(dist: URL): BuiltPage {
  const contentOf = (path: string) => readFileSync(new URL(path, dist), "utf8");

  function withImports(path: string, found: Set<string>): void {
    if (found.has(path)) return;
    found.add(path);
    if (!path.endsWith(".js")) return;
    for (const [, file] of contentOf(path).matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) {
      withImports(`assets/${file}`, found);
    }
  }

  return {
    files: readdirSync(new URL("assets/", dist)),
    first: [...contentOf("index.html").matchAll(/(?:src|href)="\/\w+\/([^"]+\.(?:js|css))"/g)].map(
      ([, path = ""]) => path,
    ),
    loadedWith(paths) {
      const found = new Set<string>();
      for (const path of paths) withImports(path, found);
      return [...found];
    },
    weightOf: (paths) =>
      paths.map((path) => gzipSync(contentOf(path)).length).reduce((all, one) => all + one, 0),
  };
}

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/**
 * Which files `.dockerignore` includes in the image's build. As in Docker, the last line that matches a file or a
 * folder above it decides.
 *
 * @returns a function of a path from the repository's root
 */
export function buildContext(): (file: string) => boolean {
  const lines = readFileSync(`${root}.dockerignore`, "utf8").split("\n");
  const rules = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ lets: line.startsWith("!"), pattern: patternOf(line.replace(/^!/, "")) }));
  return (file) => {
    const parts = file.split("/");
    const places = parts.map((_, at) => parts.slice(0, at + 1).join("/"));
    const last = rules.findLast(({ pattern }) => places.some((place) => pattern.test(place)));
    return last?.lets ?? true;
  };
}

/** `*` is anything but a slash; `**` with its slash is any number of folders. */
function patternOf(line: string): RegExp {
  const source = line
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("**/", "\u0000")
    .replaceAll("*", "[^/]*")
    .replaceAll("\u0000", "(?:.*/)?");
  return new RegExp(`^${source}$`);
}

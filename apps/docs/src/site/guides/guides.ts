import type { Markdown, Rendered } from "../markdown.ts";
import { hrefOf, linkedFile, listFile, readText } from "./files.ts";

/** A guide, or another text that one links to. */
export interface Guide extends Rendered {
  readonly file: string;
  readonly href: string;
  /** Its first heading. */
  readonly title: string;
}

/** A group of guides in docs/README.md: `Be paid`. */
export interface Group {
  readonly name: string;
  readonly guides: readonly Guide[];
}

export interface Guides {
  readonly groups: readonly Group[];
  /** All texts: those of the groups, and those that they link to, and so on. */
  readonly all: readonly Guide[];
  /** Other files that they link to: sources, images, and what stays in the repository. */
  readonly files: readonly string[];
}

/** Reads the guides, beginning with the list of docs/README.md. */
export function readGuides(markdown: Markdown): Guides {
  const all = new Map<string, Guide>();
  const files = new Set<string>();
  const waiting = [listFile];
  for (const file of waiting) {
    const text = readText(file);
    const rendered = markdown.block(text, (href) => {
      if (/^([a-z]+:|#)/.test(href)) return href;
      const [path = "", fragment] = href.split("#");
      const linked = linkedFile(file, path);
      const to = hrefOf(linked);
      if (!linked.endsWith(".md") || to.startsWith("/docs/repository")) files.add(linked);
      else if (!waiting.includes(linked)) waiting.push(linked);
      return fragment === undefined ? to : `${to}#${fragment}`;
    });
    const title = rendered.sections[1]?.heading?.text ?? file;
    all.set(file, { ...rendered, file, href: hrefOf(file), title });
  }
  const list = readText(listFile).split(/^- /m).slice(1);
  const groups = list.map((line) => ({
    name: line.slice(0, line.indexOf(":")),
    guides: [...line.matchAll(/\]\(([^()]+)\)/g)].flatMap(
      ([, href = ""]) => all.get(linkedFile(listFile, href)) ?? [],
    ),
  }));
  all.delete(listFile);
  return { groups, all: [...all.values()], files: [...files] };
}

import { Marked, type Tokens } from "marked";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { escaped } from "./highlight.ts";
import { CodeFigure } from "./parts/code-figure.tsx";

interface Heading {
  readonly depth: number;
  readonly text: string;
  readonly id: string;
}

/** A section of a text, for the search: what is under one heading. */
interface Section {
  readonly heading: Heading | null;
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly sections: readonly Section[];
}

/** Turns Markdown into HTML. */
export interface Markdown {
  /** @param link what a link or an image leads to, of what the text says */
  block(text: string, link?: (href: string) => string): Rendered;
  inline(text: string): string;
}

/**
 * @param known the page of what is code in a text: `POST /invoices`, `invoices.create`, `invoice.paid`
 */
export function markdownOf(known: (code: string) => string | undefined): Markdown {
  const inlined = new Map<string, string>();
  return {
    block: (text, link = (href) => href) => blockOf(text, link, known),
    inline: (text) => {
      const kept = inlined.get(text);
      if (kept !== undefined) return kept;
      const html = marked((href) => href, known).parseInline(text, { async: false });
      inlined.set(text, html);
      return html;
    },
  };
}

function blockOf(
  text: string,
  link: (href: string) => string,
  known: (code: string) => string | undefined,
): Rendered {
  const parser = marked(link, known);
  const tokens = parser.lexer(text);
  const ids = new Map<string, number>();
  const sections: { heading: Heading | null; text: string }[] = [{ heading: null, text: "" }];
  for (const token of tokens) {
    if (token.type === "heading") {
      const words = plain((token as Token).tokens ?? []);
      const id = slugOf(words, ids);
      sections.push({ heading: { depth: token.depth, text: words, id }, text: "" });
      Object.assign(token, { id });
    } else {
      const last = sections.at(-1);
      if (last !== undefined) last.text += ` ${plain([token as Token])}`;
    }
  }
  return { html: parser.parser(tokens), sections };
}

/** The id that GitHub gives to a heading, which links of the guides have. */
function slugOf(words: string, taken: Map<string, number>): string {
  const slug = words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
  const times = taken.get(slug) ?? 0;
  taken.set(slug, times + 1);
  return times === 0 ? slug : `${slug}-${times}`;
}

/** What the kinds of tokens have in common: a list has items, and a table cells. */
interface Token {
  readonly type?: string;
  readonly text?: string;
  readonly tokens?: readonly Token[];
  readonly items?: readonly Token[];
  readonly header?: readonly Token[];
  readonly rows?: readonly (readonly Token[])[];
}

const blocks = new Set(["blockquote", "code", "list", "list_item", "paragraph", "space"]);

/** The words of a text, without what marks them up. */
function plain(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, text, tokens: inner, items, header, rows }) => {
      if (type === "html") return "";
      if (header !== undefined && rows !== undefined) {
        const cells = [header, ...rows].flat();
        return cells.map((cell) => `${plain(cell.tokens ?? [])} `).join("");
      }
      const parts = items ?? inner ?? [];
      const words = parts.length === 0 ? (text ?? "") : plain(parts);
      return type !== undefined && blocks.has(type) ? `${words} ` : words;
    })
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function marked(
  link: (href: string) => string,
  known: (code: string) => string | undefined,
): Marked {
  let isInLink = false;
  return new Marked({
    renderer: {
      heading({ tokens, depth, ...more }) {
        const { id } = more as { readonly id?: string };
        const inner = this.parser.parseInline(tokens);
        if (id === undefined) return `<h${depth}>${inner}</h${depth}>\n`;
        if (depth === 1) return `<h1 id="${id}">${inner}</h1>\n`;
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`;
      },
      code({ text, lang }) {
        return renderToStaticMarkup(createElement(CodeFigure, { text, language: lang ?? "" }));
      },
      codespan({ text }) {
        const code = `<code>${escaped(text)}</code>`;
        const href = isInLink ? undefined : known(text);
        return href === undefined ? code : `<a href="${href}">${code}</a>`;
      },
      link({ href, tokens }) {
        isInLink = true;
        const inner = this.parser.parseInline(tokens);
        isInLink = false;
        return `<a href="${escaped(link(href))}">${inner}</a>`;
      },
      html({ text }) {
        return text.replaceAll(
          /\b(src|srcset|href)="([^"]+)"/g,
          (_, name, href) => `${name}="${escaped(link(href))}"`,
        );
      },
      table(token) {
        const row = (cells: readonly Tokens.TableCell[], tag: "td" | "th") =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
        const rows = token.rows.map((cells) => row(cells, "td")).join("\n");
        return `<div class="table-frame" tabindex="0"><table><thead>${row(token.header, "th")}</thead><tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
}

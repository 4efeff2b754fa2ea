import { recordHref } from "./document.ts";
import type { Site } from "./site.ts";

/** What the search finds: a page or a part of one. */
export interface Found {
  /** `Create an invoice`, `Prepaid balances` */
  readonly title: string;
  /** What it belongs to: a guide, or a tag. */
  readonly of: string;
  readonly href: string;
  readonly kind: "operation" | "event" | "record" | "guide";
  /** The name and the path of an operation. */
  readonly name: string;
  readonly text: string;
}

/** Everything that the search finds. */
export function searchTexts({ operations, events, records, guides }: Site): Found[] {
  return [
    ...operations.map(({ summary, tag, href, method, path, name, description }) => ({
      title: summary,
      of: tag,
      href,
      kind: "operation" as const,
      name: `${name} ${method.toUpperCase()} ${path}`,
      text: description,
    })),
    ...events.map(({ name, href, summary }) => ({
      title: name,
      of: "Webhook events",
      href,
      kind: "event" as const,
      name,
      text: summary,
    })),
    ...records.map((name) => ({
      title: name,
      of: "Records",
      href: recordHref(name),
      kind: "record" as const,
      name,
      text: "",
    })),
    ...guides.all.flatMap(({ title, href, sections }) =>
      sections
        .filter(({ heading, text }) => heading !== null && (text !== "" || heading.depth === 1))
        .map(({ heading, text }) => ({
          title: heading?.text ?? title,
          of: heading?.depth === 1 ? "Guide" : title,
          href: heading === null || heading.depth === 1 ? href : `${href}#${heading.id}`,
          kind: "guide" as const,
          name: "",
          text,
        })),
    ),
  ];
}

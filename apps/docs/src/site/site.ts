import type { Event, OpenApi, Operation, Schema } from "./document.ts";
import { readEvents, readOperations, recordHref } from "./document.ts";
import { type Guides, readGuides } from "./guides/guides.ts";
import { type Markdown, markdownOf } from "./markdown.ts";

/** What the pages are made of. */
export interface Site {
  readonly document: OpenApi;
  readonly operations: readonly Operation[];
  readonly events: readonly Event[];
  /** Records that operations answer with, by name. */
  readonly records: readonly string[];
  readonly guides: Guides;
  readonly markdown: Markdown;
  /** Codes of errors that say nothing about an operation. */
  readonly usualErrors: ReadonlySet<string>;
  /** The schema of a record. */
  readonly schema: (record: string) => Schema;
}

/** Reads the document and the guides. */
export function readSite(document: OpenApi): Site {
  const operations = readOperations(document);
  const events = readEvents(document);
  const records = Object.keys(document.components.schemas);
  const pages = new Map<string, string>([
    ...records.map((name) => [name, recordHref(name)] as const),
    ...events.map(({ name, href }) => [name, href] as const),
    ...operations.flatMap(({ name, method, path, href }) => [
      [name, href] as const,
      [`usance.${name}`, href] as const,
      [`${method.toUpperCase()} ${shape(path)}`, href] as const,
    ]),
  ]);
  const markdown = markdownOf((code) => pages.get(code) ?? pages.get(shape(code)));
  return {
    document,
    operations,
    events,
    records,
    guides: readGuides(markdown),
    markdown,
    usualErrors: usualErrorsOf(operations),
    schema: (record) => {
      const schema = document.components.schemas[record];
      if (schema === undefined) throw new Error(`The document has no record ${record}.`);
      return schema;
    },
  };
}

/** A path however its parameters are written: `POST /invoices/:id/void`, `POST /api/v1/invoices/{invoiceId}/void`. */
const shape = (code: string) =>
  (code.split("?")[0] ?? "").replace("/api/v1/", "/").replaceAll(/\{\w+\}|:\w+/g, "{}");

/** The error codes of more than a quarter of the operations, except those of a wrong or missing field. */
function usualErrorsOf(operations: readonly Operation[]): ReadonlySet<string> {
  const codes = operations.flatMap(({ answers }) => [
    ...new Set(answers.flatMap(({ errors }) => errors.map(({ summary }) => summary))),
  ]);
  const often = [...Map.groupBy(codes, (code) => code)].filter(
    ([code, all]) =>
      all.length > operations.length / 4 && !/^(invalid|missing)_parameter$/.test(code),
  );
  return new Set(often.map(([code]) => code));
}

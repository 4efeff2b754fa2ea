/*
 * The baseline is the document as callers' programs depend on it: without words and examples, and of
 * errors without which there are. It is committed beside the document, and is what that may not break.
 */

/** What of a document is said to people alone. */
const words: ReadonlySet<string> = new Set([
  "description",
  "example",
  "examples",
  "summary",
  "tags",
  "title",
]);

/** A document without what no program depends on. */
export function baselineOf(document: object): object {
  return withoutWords(document) as object;
}

function withoutWords(node: unknown, isNamesOf = false): unknown {
  if (Array.isArray(node)) return node.map((item) => withoutWords(item));
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node).filter(
    ([name, part]) => isNamesOf || !(words.has(name) || isError(part)),
  );
  // A field may be called description.
  return Object.fromEntries(
    kept.map(([name, part]) => [name, withoutWords(part, name === "properties")]),
  );
}

/** A response with the one form of error: which of them an operation has, it may change. */
function isError(node: unknown): boolean {
  const { content } = Object(node);
  return content?.["application/json"]?.schema?.$ref === "#/components/schemas/Error";
}

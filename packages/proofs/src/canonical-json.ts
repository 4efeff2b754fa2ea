/**
 * The one text of a JSON value, as RFC 8785 defines it: no spaces, and the fields of objects in the order of their names.
 * Fields that are undefined are left out.
 *
 * @throws TypeError for what is no JSON, for a number that is not whole, which RFC 8785 writes in a way that few languages have, and for text with half
 *   a surrogate pair, which has no bytes in UTF-8
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return wholeNumber(value);
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object") throw new TypeError(`JSON has no ${typeof value}.`);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  // Texts compare by UTF-16 code units, as RFC 8785 does.
  const fields = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, field]) =>
      field === undefined ? [] : [`${quoted(name)}:${canonicalJson(field)}`],
    );
  return `{${fields.join(",")}}`;
}

function wholeNumber(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError("Numbers must be whole.");
  return String(value);
}

/** RFC 8785 escapes as JSON.stringify does. */
function quoted(value: string): string {
  if (!value.isWellFormed()) throw new TypeError("Text must be valid Unicode.");
  return JSON.stringify(value);
}

/** What a canonical text can have: whole numbers, and no other ones. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

/**
 * The one text of a JSON value, as RFC 8785 defines it: no spaces, and the fields of objects in the order of their names.
 * Fields that are undefined are left out.
 *
 * @throws TypeError for a number that is not whole, which RFC 8785 writes in a way that few languages have, and for text with half
 *   a surrogate pair, which has no bytes in UTF-8
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return wholeNumber(value);
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object") throw new TypeError(`JSON has no ${typeof value}.`);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  // Without a rule, sort() compares UTF-16 code units, as RFC 8785 does.
  const fields = Object.keys(value)
    .sort()
    .flatMap((name) => {
      const field = value[name];
      return field === undefined ? [] : [`${quoted(name)}:${canonicalJson(field)}`];
    });
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

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

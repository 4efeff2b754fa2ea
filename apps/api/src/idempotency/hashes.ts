import { createHash } from "node:crypto";

/** SHA-256 of a text, in hex. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Which request this is: the operation and its input, in whatever order its fields came. */
export function requestHash(operation: string, input: unknown): string {
  return hashOf(`${operation}\0${sortedJson(input)}`);
}

/** A value of JSON, or some of its text. */
type Part = { readonly value: unknown } | { readonly text: string };

/**
 * JSON.stringify with the fields of objects sorted, without its calls inside of calls: bodies may be deeper
 * than any stack.
 */
function sortedJson(input: unknown): string {
  let json = "";
  const left: Part[] = [{ value: input }];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if ("text" in part) json += part.text;
    else if (typeof part.value !== "object" || part.value === null)
      json += JSON.stringify(part.value);
    else for (const inner of partsOf(part.value).reverse()) left.push(inner);
  }
  return json;
}

function partsOf(value: object): Part[] {
  const isList = Array.isArray(value);
  const parts: Part[] = [{ text: isList ? "[" : "{" }];
  for (const [index, [name, of]] of Object.entries(isList ? value : sorted(value)).entries()) {
    const comma = index === 0 ? "" : ",";
    parts.push({ text: isList ? comma : `${comma}${JSON.stringify(name)}:` }, { value: of });
  }
  parts.push({ text: isList ? "]" : "}" });
  return parts;
}

const sorted = (value: object) =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

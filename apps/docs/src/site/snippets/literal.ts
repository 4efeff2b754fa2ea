/** How a language writes values. */
export interface Notation {
  readonly null: string;
  readonly true: string;
  readonly false: string;
  /** The name of a field: `serviceId` or `"serviceId"`. */
  readonly key: (name: string) => string;
  readonly indent: string;
}

const width = 76;

/** A JSON value as source, on one line if it fits. */
export function literal(value: unknown, notation: Notation, before = 0, depth = 0): string {
  if (value === null) return notation.null;
  if (typeof value === "boolean") return value ? notation.true : notation.false;
  if (typeof value !== "object") return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? "[]" : "{}";
  const prefixes = Object.entries(value).map(([name, one]) => ({
    prefix: isList ? "" : `${notation.key(name)}: `,
    one,
  }));
  if (prefixes.length === 0) return `${open}${close}`;
  const parts = prefixes.map(
    ({ prefix, one }) => prefix + literal(one, notation, prefix.length, depth + 1),
  );
  const pad = isList ? "" : " ";
  const short = `${open}${pad}${parts.join(", ")}${pad}${close}`;
  const indent = notation.indent.repeat(depth);
  if (!short.includes("\n") && indent.length + before + short.length <= width) return short;
  const lines = parts.map((part) => `${indent}${notation.indent}${part},\n`);
  return `${open}\n${lines.join("")}${indent}${close}`;
}

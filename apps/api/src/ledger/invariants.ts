import { readFileSync } from "node:fs";

export interface Invariant {
  /** A sentence: what is true at every moment. */
  readonly holds: string;
  /** Selects `id` and `how` of what breaks it. */
  readonly sql: string;
}

/** The invariants of invariants.sql, in their order. */
export function readInvariants(): Invariant[] {
  const text = readFileSync(new URL("./invariants.sql", import.meta.url), "utf8");
  const [, ...parts] = text.split(/^-- holds: /m);
  return parts.map((part) => {
    const end = part.indexOf("\n");
    return {
      holds: part.slice(0, end),
      sql: part
        .slice(end + 1)
        .trim()
        .replace(/;$/, ""),
    };
  });
}

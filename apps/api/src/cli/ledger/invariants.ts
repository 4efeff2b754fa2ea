import { readFileSync } from "node:fs";

export interface Invariant {
  /** A sentence that must be true at every moment. */
  readonly holds: string;
  /** Selects the `id` and a description (`how`) of each violation. */
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

/* The browsers that the pages work in: those of the last 30 months. docs/checkout.md names them. */

/** The oldest supported versions, in the notation of the build. Syntax and styles are compiled for these. */
export const browserFloor = ["chrome124", "edge124", "firefox125", "safari17.4"];

/**
 * APIs that some of these browsers lack, or whose absence in older ones led to misleading messages. Pages and the packages in
 * them do not use these. Add a row when browsers get another API that a page could use.
 */
export const newerApis: readonly {
  readonly name: string;
  /** How it looks in code. */
  readonly use: RegExp;
  /** The object that has it, as a script names it, and its name there. */
  readonly at: readonly [owner: string, name: string];
}[] = [
  ...["URL.parse", "AbortSignal.any", "Promise.try", "RegExp.escape", "Math.sumPrecise"].map(
    staticOf,
  ),
  ...["Error.isError", "Iterator.from", "Iterator.concat", "Uint8Array.fromBase64"].map(staticOf),
  ...["Uint8Array.fromHex", "Intl.DurationFormat"].map(staticOf),
  // All browsers have it, but only in pages that were loaded over https or from the same machine.
  {
    name: "crypto.randomUUID",
    use: /\bcrypto\.randomUUID\b/,
    at: ["Crypto.prototype", "randomUUID"],
  },
  ...["isSubsetOf", "isSupersetOf", "isDisjointFrom", "symmetricDifference", "intersection"].map(
    (name) => methodOf("Set", name),
  ),
  ...["getOrInsert", "getOrInsertComputed"].map((name) => methodOf("Map", name)),
  ...["map", "filter", "take", "drop", "flatMap", "toArray", "some", "every", "find", "reduce"].map(
    (name) => ({
      name: `Iterator.prototype.${name}`,
      use: new RegExp(`\\.(?:(?:values|keys|entries)\\(\\)|matchAll\\([^()]*\\))\\.${name}\\(`),
      at: ["Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))", name] as const,
    }),
  ),
];

function staticOf(name: string) {
  const [owner = "", method = ""] = name.split(".");
  return { name, use: new RegExp(`\\b${owner}\\.${method}\\b`), at: [owner, method] as const };
}

function methodOf(owner: string, name: string) {
  return {
    name: `${owner}.prototype.${name}`,
    use: new RegExp(`\\.${name}\\(`),
    at: [`${owner}.prototype`, name] as const,
  };
}

/** A script that deletes these APIs in a browser. */
export const withoutNewerApis = newerApis
  .map(({ at: [owner, name] }) => `try { delete ${owner}.${name}; } catch {}`)
  .join("\n");

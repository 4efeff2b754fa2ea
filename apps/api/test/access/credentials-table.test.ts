import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { portalScopes } from "../../src/schemas/portal.ts";
import { operations } from "../../src/server/router.ts";

/* The tables of credentials in SECURITY.md, compared with the operations of the API. */

const page = readFileSync(new URL("../../../../SECURITY.md", import.meta.url), "utf8");

/** The cells of the table below a header. */
function tableBelow(header: string): string[][] {
  const [, below = ""] = page.split(`${header}\n`);
  const rows = below.split("\n").slice(1);
  return rows
    .slice(0, rows.indexOf(""))
    .map((row) => row.slice(2, -2).split(" | "))
    .map((cells) => cells.map((cell) => cell.trim()));
}

const table = tableBelow("| credential | made by | may call | ends |");
const names = operations.map(({ name }) => name);

/** The operations that a cell names in code: `portal.*` is all of that noun. */
const namedIn = (cell: string): string[] =>
  [...cell.matchAll(/`([\w.*]+)`/g)].flatMap(([, name = ""]) =>
    name.endsWith(".*") ? names.filter((one) => one.startsWith(name.slice(0, -1))) : [name],
  );

/** A schema with the descriptions of its fields. */
const describedIn = (output: z.ZodType): string =>
  JSON.stringify(z.toJSONSchema(output, { unrepresentable: "any", io: "input" }));

it("has rows whose operations exist", () => {
  expect(table.length).toBeGreaterThan(8);
  const named = table.flatMap(([, madeBy = "", mayCall = ""]) => namedIn(`${madeBy} ${mayCall}`));
  const words = ["BOOTSTRAP_API_KEY"];
  expect(named.filter((name) => ![...names, ...words].includes(name))).toEqual([]);
});

it("says of each operation without a scope which one credential may call it", () => {
  const without = operations.filter(({ scope }) => scope === null).map(({ name }) => name);
  const allowed = table.flatMap(([, , mayCall = ""]) => namedIn(mayCall));
  expect(allowed.toSorted()).toEqual(without.toSorted());
});

it("says of each operation that answers with a new secret which credential it makes", () => {
  const makers = operations
    .filter(({ output }) => describedIn(output).includes("shown only once"))
    .map(({ name }) => name);
  expect(makers.length).toBeGreaterThan(4);
  const named = table.flatMap(([, madeBy = ""]) => namedIn(madeBy));
  expect(makers.filter((name) => named.filter((one) => one === name).length !== 1)).toEqual([]);
});

it("names the scope of each operation of the portal", () => {
  const rows = tableBelow("| noun | with `read` | with `write` |").flatMap(
    ([noun = "", ...cells]) =>
      ["read", "write"].flatMap((access, at) =>
        namedIn(cells[at] ?? "").map((name) => [
          `portal.${name}`,
          `${noun.replaceAll("`", "")}:${access}`,
        ]),
      ),
  );
  expect(Object.fromEntries(rows)).toEqual(portalScopes);
});

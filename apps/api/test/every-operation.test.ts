import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { z } from "zod";
import { openApiDocument } from "../src/server/openapi/document.ts";
import { operations } from "../src/server/router.ts";
import { inputs } from "./access/inputs.ts";
import { visits } from "./access/visits.ts";
import { costLines } from "./cost-lines.ts";
import { specified } from "./harness/specified.ts";
import { lists } from "./lists/lists.ts";
import { notPlayed, others, writes } from "./model/operations.ts";
import { lineOf, unknownFieldsOf } from "./operations.ts";

/* What each operation declares. The complaints say what to add, and where. */

const security = readFileSync(new URL("../../../SECURITY.md", import.meta.url), "utf8");
const names = operations.map(({ name }) => name);

/** A change of access is a change of this file. `vitest run --update` writes it; its diff is for review. */
it("every operation declares what operations.snap says", () =>
  expect(`${operations.map(lineOf).join("\n")}\n`).toMatchFileSnapshot("operations.snap"));

it("SECURITY.md lists the operations by what they cost", () => {
  const missing = costLines(operations).filter((line) => !security.includes(`${line}\n`));

  expect(missing.map((line) => `Change the table in SECURITY.md to: ${line}`)).toEqual([]);
});

it("only the operations of the specification ignore unknown fields", () => {
  const wrong = operations.flatMap(({ name, input }) => {
    const isSpecified = specified.has(name);
    if ((unknownFieldsOf(input) === "ignored") === isSpecified) return [];
    const [must, how] = isSpecified ? ["ignore", "with"] : ["refuse", "without"];
    return [`${name} must ${must} unknown fields: build its input ${how} .strip().`];
  });

  expect(wrong).toEqual([]);
});

it("the document has the scope of every operation", () => {
  interface Documented {
    readonly operationId: string;
    readonly security: readonly { apiKey?: readonly string[] }[];
  }
  const documented = Object.values(openApiDocument(operations).paths ?? {})
    .flatMap((item) => Object.values(item as Record<string, Documented>))
    .map(({ operationId, security }) => [operationId.replace("-", "."), security] as const);

  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(
      operations.map(({ name, scope }) => [name, scope === null ? [] : [{ apiKey: [scope] }]]),
    ),
  );
});

it("every operation has an input that succeeds", () => {
  const missing = operations.flatMap(({ name, kind }) => {
    if (kind === "public") return [];
    const [file, calls] = kind === "page" ? ["visits.ts", visits] : ["inputs.ts", inputs];
    return name in calls ? [] : [`Add ${name} to apps/api/test/access/${file}.`];
  });

  expect(missing).toEqual([]);
});

it("every operation is covered by the model or explicitly excluded", () => {
  const isPlayed = (name: string) =>
    name in writes || name in others || name === "settlements.create";
  const isLeftOut = (name: string) =>
    notPlayed.includes(name) || notPlayed.includes(name.split(".", 1)[0] ?? "");
  const missing = names.filter((name) => isPlayed(name) === isLeftOut(name));

  const add = "to apps/api/test/model/operations.ts: with what plays it, or to notPlayed.";
  expect(missing.map((name) => `Add ${name} ${add}`)).toEqual([]);
});

it("every visit that changes one record looks the record up before its body is read", () => {
  const missing = operations.filter(
    ({ kind, type, path, beforeBody }) =>
      kind === "page" && type === "mutation" && isOfOneRecord(path) && beforeBody === undefined,
  );

  expect(missing.map(({ name }) => `Add beforeBody to ${name}.`)).toEqual([]);
});

it("every list has a test of its query plans", () => {
  const nouns = operations
    .filter(({ name, path }) => name.endsWith(".list") && !isOfOneRecord(path))
    .map(({ scope }) => scope?.split(":", 1)[0] ?? "");
  const missing = nouns.filter((noun) => !(noun in lists));

  expect(missing.map((noun) => `Add ${noun} to apps/api/test/lists/lists.ts.`)).toEqual([]);
});

it("every write answers with a record that names its seller, for the audit row", () => {
  const nameless = operations.filter(
    ({ name, kind, output }) =>
      kind.endsWith("write") && !unaudited.test(name) && !namesSeller(output),
  );

  expect(nameless.map(({ name }) => name)).toEqual([]);
});

/**
 * Usage events store the API key themselves. A test clock's answer does not show its owner: note-write.test.ts. What x402
 * answers is fixed by the protocol; its commit returns the payment.
 */
const unaudited = /^(?:usageEvents\.(?:create|batch)|testClocks\.\w+|x402\.settle)$/;

/** Whether the first record in an answer says whose it is, in a field that `operation/access/audit/note-write.ts` reads. */
function namesSeller(output: z.ZodType): boolean {
  const [record] = Object.values((output as z.ZodObject).shape);
  const { shape = {} } = record as z.ZodObject;
  return "id" in shape && ["serviceId", "ownerId", "userId"].some((field) => field in shape);
}

/** A list within a record is bounded by the record: the plans of a service. */
function isOfOneRecord(path: string): boolean {
  return path.includes("{");
}

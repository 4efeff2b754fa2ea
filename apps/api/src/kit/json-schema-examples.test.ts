import { expect, test } from "vitest";
import { forRows } from "../../test/harness/for-rows.ts";
import { exampleOf, type JsonSchema } from "./json-schema-examples.ts";

const components: Record<string, JsonSchema> = {
  User: {
    type: "object",
    properties: { id: { type: "string", example: "u1" }, name: { type: "string" } },
    required: ["id"],
  },
  Owner: { $ref: "#/components/schemas/User" },
};
const example = (schema: JsonSchema) => exampleOf(schema, components);

test("a schema's own example takes precedence", () =>
  forRows(["12.500000", "", 0, false, null, { a: 1 }], (own) => {
    const rest = { const: "c", enum: ["e"], anyOf: [{ example: "a" }], $ref: "#/x/User" };
    expect(example({ ...rest, example: own })).toEqual(own);
  }));

test("a reference shows its target's example through any number of steps", () => {
  expect(example({ $ref: "#/components/schemas/User" })).toEqual({ id: "u1" });
  expect(example({ $ref: "#/components/schemas/Owner" })).toEqual({ id: "u1" });
});

test("a dangling reference shows null", () => {
  expect(example({ $ref: "#/components/schemas/Missing" })).toBeNull();
});

test("a const shows its value, and an enum its first value", () => {
  expect(example({ type: "string", const: "USDC" })).toBe("USDC");
  expect(example({ const: false })).toBe(false);
  expect(example({ type: "string", enum: ["DRAFT", "OPEN"] })).toBe("DRAFT");
});

test("a union shows its first branch", () => {
  const user = { $ref: "#/components/schemas/User" };
  expect(example({ anyOf: [user, { type: "null" }] })).toEqual({ id: "u1" });
  expect(example({ anyOf: [{ type: "null" }, user] })).toBeNull();
  expect(example({ anyOf: [] })).toBeNull();
});

test("an array shows one item", () => {
  expect(example({ type: "array", items: { $ref: "#/components/schemas/User" } })).toEqual([
    { id: "u1" },
  ]);
});

test("an object shows its required fields and those with an example", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      owner: { $ref: "#/components/schemas/User" },
      note: { type: "string" },
      dueAt: { type: "string", example: "2026-01-31T12:00:00.000Z" },
      paidAt: { type: "string", example: null },
      payer: { $ref: "#/components/schemas/User" },
    },
    required: ["owner"],
  };
  expect(example(schema)).toEqual({
    owner: { id: "u1" },
    dueAt: "2026-01-31T12:00:00.000Z",
    paidAt: null,
  });
});

test("an empty schema shows null", () => {
  expect(example({})).toBeNull();
  expect(example({ type: "string" })).toBeNull();
});

import fc from "fast-check";
import { type Json, JsonObject } from "./json-text.ts";
import { oddStrings } from "./odd-values.ts";
import type { JsonSchema } from "./operations.ts";

/** Ids of records that belong together, by the names of their fields in requests. */
export type Records = Readonly<Record<string, string>>;

/** Other names of fields for the same ids. */
const alias: Readonly<Record<string, string>> = {
  merchantId: "ownerId",
  payerId: "userId",
  endpointId: "webhookEndpointId",
  recordId: "invoiceId",
};

interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
}

/**
 * Values that a schema allows, and that have a meaning: ids of records that belong together, and texts in the
 * format of the schema's example.
 */
export function fittingValue(field: Field, records: Records): fc.Arbitrary<Json> {
  const { name, schema } = field;
  const { type, anyOf, items, properties, maxItems = 3 } = schema;
  if (schema.enum !== undefined) return fc.constantFrom<Json>(...schema.enum);
  if (anyOf !== undefined) {
    const choices = anyOf.map((one) => ({
      weight: one.type === "null" ? 1 : 4,
      arbitrary: fittingValue({ name, schema: withExample(one, schema.example) }, records),
    }));
    return fc.oneof(...choices);
  }
  if (properties !== undefined) return fittingObject(schema, records);
  if (items !== undefined) {
    const item = fittingValue({ name, schema: items }, records);
    return fc.array(item, { minLength: 1, maxLength: Math.min(maxItems, 4) });
  }
  const types = typeof type === "string" ? [type] : (type ?? []);
  if (types.includes("boolean")) return fc.boolean();
  if (types.includes("null")) return fc.constant(null);
  if (types.includes("string")) return fittingText(field, records);
  if (types.includes("object")) return fc.constant(new JsonObject([]));
  return fittingNumber(schema);
}

/** With all required fields and some optional ones. */
function fittingObject(schema: JsonSchema, records: Records): fc.Arbitrary<Json> {
  const { properties = {}, required = [] } = schema;
  const members = Object.entries(properties).map(([name, of]) =>
    fc.option(
      fittingValue({ name, schema: of }, records).map((value) => [name, value] as const),
      { freq: required.includes(name) ? 1_000_000 : 1, nil: null },
    ),
  );
  return fc.tuple(...members).map((all) => new JsonObject(all.filter((member) => member !== null)));
}

function fittingNumber({ minimum = 0, maximum = 1_000 }: JsonSchema): fc.Arbitrary<Json> {
  return fc.oneof(
    fc.constantFrom(minimum, maximum),
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 100) }),
  );
}

function fittingText({ name, schema }: Field, records: Records): fc.Arbitrary<Json> {
  if (name.endsWith("Id")) {
    const id = records[name] ?? records[alias[name] ?? ""];
    return fc.constant(id ?? String(schema.example));
  }
  const { example, format, maxLength } = schema;
  const text = typeof example === "string" ? example : "";
  if (format === "date-time") return dateTimes;
  if (/^0x(?:[0-9a-f]{2})+$/i.test(text)) return hex(text.length / 2 - 1);
  if (/^\d+(?:\.\d+)?$/.test(text)) return fc.oneof(fc.constantFrom<Json>(text, 1, 0.25), decimals);
  if (text.startsWith("https://")) return fc.constant(withoutHost(text));
  if (text.includes("@")) return fc.nat(50).map((one) => `person-${one}@example.com`);
  if (maxLength === undefined) return fc.constant(text);
  const kind = text.split(":")[0] ?? "";
  const ofLength = fc.constantFrom("x".repeat(maxLength), "é".repeat(maxLength));
  return fc.oneof(
    { weight: 6, arbitrary: fc.uuid().map((id) => `${kind}:${id}`) },
    { weight: 1, arbitrary: ofLength },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }) },
  );
}

const decimals = fc
  .tuple(fc.nat(1_000_000), fc.nat(999_999))
  .map(([whole, rest]) => `${whole}.${String(rest).padStart(6, "0")}`);

const dateTimes = fc.oneof(
  fc
    .date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc.constantFrom("2028-02-29T12:00:00+05:45", "2026-01-31T12:00:00Z"),
);

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((some) => `0x${Buffer.from(some).toString("hex")}`);

/** A host name that never exists. */
const withoutHost = (text: string) => text.replaceAll("example.com", "hooks.invalid");

/**
 * Values just outside a schema: slightly too long, too many, too large, or spelled in another way.
 *
 * @returns null if there is no such value
 */
export function nearlyFittingValue(schema: JsonSchema): fc.Arbitrary<Json> | null {
  const { maxLength, minimum, maximum, maxItems, items, anyOf } = schema;
  const words = schema.enum ?? [];
  const [one = schema] = anyOf?.filter(({ type }) => type !== "null") ?? [];
  if (one !== schema) return nearlyFittingValue(withExample(one, schema.example));
  const near: Json[] = [];
  if (maxLength !== undefined) near.push("x".repeat(maxLength + 1), "\u{1f600}".repeat(maxLength));
  if (minimum !== undefined) near.push(minimum - 1, String(minimum - 1), minimum + 0.5);
  if (maximum !== undefined) near.push(maximum + 1, String(maximum + 1));
  for (const word of words) near.push(word.toLowerCase(), `${word} `, word.slice(1), [word]);
  if (items !== undefined)
    near.push(
      [],
      Array.from({ length: (maxItems ?? 3) + 1 }, () => "*"),
    );
  if (typeof schema.example === "string") {
    const example = withoutHost(schema.example);
    near.push(`${example} `, example.slice(1));
  }
  if (typeof schema.example === "number") near.push(String(schema.example), -schema.example);
  return near.length === 0 ? null : fc.oneof(fc.constantFrom(...near), oddStrings);
}

const withExample = (schema: JsonSchema, example: unknown): JsonSchema =>
  schema.example === undefined && example !== undefined ? { ...schema, example } : schema;

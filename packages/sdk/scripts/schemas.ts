import { type Document, operationsOf, type Schema } from "./operations.ts";

/**
 * Event is also what browsers and Node call theirs: who forgot the import would get that one, and no
 * complaint.
 */
const renamed: Readonly<Record<string, string>> = { Event: "UsanceEvent" };

/** How a named schema is called in TypeScript. */
export const typeName = (schema: string): string => renamed[schema] ?? schema;

/**
 * A document of schemas alone, for openapi-typescript to make types of: the API's own, and of each
 * operation what it is given and, where it has no name, what it answers.
 */
export function schemasAlone(document: Document): object {
  // Every call that fails throws; the body of an error is not the caller's to read.
  const { Error: _, ...records } = document.components.schemas;
  const schemas: Record<string, Schema> = {};
  const add = (name: string, schema: Schema) => {
    if (name in schemas) throw new Error(`Two types would be called ${name}.`);
    schemas[name] = schema;
  };
  for (const [name, schema] of Object.entries(records)) add(typeName(name), withHex(schema));
  for (const { input, inputType, body, key, answerType } of operationsOf(document)) {
    add(inputType, withExactAmounts(input));
    if (key === null) add(answerType, withHex(body));
  }
  const { openapi, info, servers } = document;
  return forTypes({ openapi, info, servers, paths: {}, components: { schemas } });
}

/**
 * The API takes an amount as a number too, but 0.1 + 0.2 is one: in TypeScript what is no exact decimal
 * must not compile.
 */
function withExactAmounts(input: Schema): Schema {
  return map(input, (value) => {
    if (!isObject(value)) return value;
    const { type, anyOf } = value;
    if (String(type) === "string,number") return { ...value, type: "string" };
    if (!Array.isArray(anyOf) || !anyOf.some((one) => one.type === "string")) return value;
    return { ...value, anyOf: anyOf.filter((one) => one.type !== "number") };
  });
}

/**
 * Marks the hashes and addresses of an answer, which the document shows by their examples. Inputs stay strings: a
 * program that reads an address from its configuration compiles.
 */
function withHex(answer: Schema): Schema {
  return map(answer, (value) =>
    isObject(value) && String(value.example).startsWith("0x")
      ? { ...value, format: hexFormat }
      : value,
  );
}

/** The format of a string of hex digits after `0x`. */
export const hexFormat = "hex";

/** Without what types do not show, and with the names of TypeScript. */
function forTypes(document: object): object {
  return map(document, (value) => {
    if (typeof value === "string") {
      return value.replace(/^(#\/components\/schemas\/)(\w+)$/, (_, at, of) => at + typeName(of));
    }
    if (!isObject(value)) return value;
    const { example: _, pattern: __, ...shown } = value;
    return shown;
  });
}

/** A JSON value with each value in it changed. */
function map<Value>(value: Value, change: (value: unknown) => unknown): Value {
  return JSON.parse(JSON.stringify(value), (_, one: unknown) => change(one));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import fc from "fast-check";
import { fittingValue, nearlyFittingValue, type Records } from "./fitting-values.ts";
import { changeAt, countValues, type Json, JsonObject } from "./json-text.ts";
import { oddNames, oddValues } from "./odd-values.ts";
import type { JsonSchema, Operation } from "./operations.ts";

/** An operation's input before a door encodes it. */
export interface Input {
  /** By name. The path's writer handles values that a path cannot contain. */
  readonly path: Readonly<Record<string, Json>>;
  readonly query: JsonObject;
  /** For an operation without a body, an empty object. */
  readonly body: Json;
}

/**
 * Generates inputs of an operation from its schemas. About half are valid, so that they reach the operation's own
 * rules. Of the others, some have invalid or almost valid fields, and some are changed in one or two places.
 *
 * @param records the ids that they name
 */
export function inputsOf(operation: Operation, records: Records): fc.Arbitrary<Input> {
  const fitting = fc.record({
    path: fc.record(parametersOf(operation, "path", records)),
    query: objectOf(parameterSchema(operation, "query"), records, fittingValue),
    body: bodyOf(operation, records, fittingValue),
  });
  const loose = fc.record({
    path: fc.record(parametersOf(operation, "path", records)),
    query: objectOf(parameterSchema(operation, "query"), records, looseValue),
    body: bodyOf(operation, records, looseValue),
  });
  const broken = fc
    .tuple(fitting, fc.array(breakage, { minLength: 1, maxLength: 2 }))
    .map(([input, breakages]) => breakages.reduce(broke, input));
  return fc.oneof(
    { weight: 5, arbitrary: fitting },
    { weight: 2, arbitrary: loose },
    { weight: 4, arbitrary: broken },
  );
}

type ValueOf = (
  field: { name: string; schema: JsonSchema },
  records: Records,
) => fc.Arbitrary<Json>;

/** Mostly a valid value, otherwise an almost valid or an invalid one. */
export const looseValue: ValueOf = (field, records) => {
  const near = nearlyFittingValue(field.schema);
  return fc.oneof(
    { weight: 6, arbitrary: fittingValue(field, records) },
    { weight: 2, arbitrary: near ?? oddValues },
    { weight: 1, arbitrary: oddValues },
  );
};

function bodyOf({ body }: Operation, records: Records, fieldValue: ValueOf): fc.Arbitrary<Json> {
  return body === undefined ? fc.constant(new JsonObject([])) : objectOf(body, records, fieldValue);
}

/** With all required fields, and some optional ones. */
export function objectOf(
  { properties = {}, required = [] }: JsonSchema,
  records: Records,
  fieldValue: ValueOf,
): fc.Arbitrary<JsonObject> {
  const members = Object.entries(properties).map(([name, schema]) => {
    const member = fieldValue({ name, schema }, records).map((value) => [name, value] as const);
    return required.includes(name) ? member : fc.option(member, { freq: 1, nil: null });
  });
  return fc.tuple(...members).map((all) => new JsonObject(all.filter((one) => one !== null)));
}

function parameterSchema({ parameters }: Operation, at: "query"): JsonSchema {
  const own = parameters.filter((parameter) => parameter.in === at);
  return {
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

function parametersOf({ parameters }: Operation, at: "path", records: Records) {
  const own = parameters.filter((parameter) => parameter.in === at);
  return Object.fromEntries(
    own.map(({ name, schema }) => [name, fittingValue({ name, schema }, records)]),
  );
}

interface Breakage {
  readonly part: "path" | "query" | "body";
  /** Which of the part's values is changed. */
  readonly place: number;
  readonly change: Change;
}

type Change = (value: Json) => Json;

const changes: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: oddValues.map(
      (odd): Change =>
        () =>
          odd,
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(oddNames, oddValues).map(
      ([name, odd]): Change =>
        (value) =>
          withMember(value, name, odd),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.nat(20).map(
      (index): Change =>
        (value) =>
          withoutMember(value, index),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(20), oddValues).map(
      ([index, odd]): Change =>
        (value) =>
          withMemberTwice(value, index, odd),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Change>((value) => [value]) },
  { weight: 1, arbitrary: fc.constant<Change>((value) => new JsonObject([["0", value]])) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(" ", "\0", "x", "\ud800", "\u0301", "%00", "\n").map(
      (added): Change =>
        (value) =>
          typeof value === "string" ? value + added : added,
    ),
  },
);

const breakage: fc.Arbitrary<Breakage> = fc.record({
  part: fc.constantFrom("path", "query", "body", "body", "body"),
  place: fc.nat(1_000),
  change: changes,
});

function broke(input: Input, { part, place, change }: Breakage): Input {
  if (part === "path") {
    const names = Object.keys(input.path);
    const name = names[place % names.length];
    if (name === undefined) return input;
    return { ...input, path: { ...input.path, [name]: change(input.path[name] ?? null) } };
  }
  const value = input[part];
  const changed = changeAt(value, place % countValues(value), change);
  if (part === "body") return { ...input, body: changed };
  return changed instanceof JsonObject ? { ...input, query: changed } : input;
}

function withMember(value: Json, name: string, added: Json): Json {
  if (!(value instanceof JsonObject)) return new JsonObject([[name, added]]);
  return new JsonObject([...value.members, [name, added]]);
}

function withoutMember(value: Json, index: number): Json {
  if (!(value instanceof JsonObject) || value.members.length === 0) return null;
  return new JsonObject(value.members.toSpliced(index % value.members.length, 1));
}

/** Which of two fields with the same name counts is up to the JSON parser. */
function withMemberTwice(value: Json, index: number, other: Json): Json {
  const member = value instanceof JsonObject && value.members[index % value.members.length];
  if (!(value instanceof JsonObject) || !member) return [value, value];
  return new JsonObject([...value.members, [member[0], other]]);
}

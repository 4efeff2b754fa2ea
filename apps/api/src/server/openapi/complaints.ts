import type { z } from "zod";
import type { JsonSchema } from "../../kit/json-schema-examples.ts";
import { type RefusalTerms, refusalOfInput } from "../../kit/refusal.ts";
import type { Parameter } from "./parameters.ts";

/** A field of a request. */
interface Field {
  /** `["owner", "email"]` */
  readonly path: readonly string[];
  readonly required: boolean;
  /** Sample values to try. Those that the schema accepts are ignored. */
  readonly wrong: readonly unknown[];
}

/** Sample values by place: any JSON in a body, a string or repeated strings in a query, one string in a path. */
const wrongIn = { body: ["?", "0", {}], query: ["?", ["?", "?"]], path: ["\0"] };

/** An operation's parameters and body, with a valid example of the whole input. */
interface Request {
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema;
  readonly example: object;
}

/**
 * The refusals of an operation's schema for each missing or wrong field, and for an unknown one. Finds them by parsing the
 * example with that one field removed or replaced.
 */
export function complaintsOf(
  input: z.ZodType,
  { parameters, body, example }: Request,
): Record<string, RefusalTerms> {
  const complaints: Record<string, RefusalTerms> = {};
  for (const { path, required, wrong } of [...parameters.flatMap(fieldOf), ...fieldsOf(body)]) {
    const saysOf = (value: unknown) => complaintOf(input, path, withField(example, path, value));
    const ofNone = required ? saysOf(undefined) : undefined;
    const ofWrong = wrong.map(saysOf).find((refusal) => refusal !== undefined);
    const name = nameOf(path);
    if (ofNone !== undefined) complaints[`${name}IsMissing`] = ofNone;
    if (ofWrong !== undefined) complaints[`${name}IsWrong`] = ofWrong;
  }
  const unknown = complaintOf(input, ["foo"], withField(example, ["foo"], 1));
  return { ...complaints, ...(unknown && { fooIsUnknown: unknown }) };
}

function fieldOf({ name, in: at, required = false }: Parameter): Field[] {
  if (at === "path") return [{ path: [name], required: false, wrong: wrongIn.path }];
  return at === "query" ? [{ path: [name], required, wrong: wrongIn.query }] : [];
}

/** The fields of a body, including nested ones. */
function fieldsOf(schema: JsonSchema, path: readonly string[] = []): Field[] {
  const fields = schema.properties ?? schema.anyOf?.[0]?.properties ?? {};
  const required = schema.required ?? schema.anyOf?.[0]?.required ?? [];
  return Object.entries(fields).flatMap(([name, field]) => {
    const own = [...path, name];
    return [
      { path: own, required: required.includes(name), wrong: wrongIn.body },
      ...fieldsOf(field, own),
    ];
  });
}

/** The refusal of an input, if it is about this field; otherwise undefined. */
function complaintOf(
  input: z.ZodType,
  path: readonly string[],
  value: object,
): RefusalTerms | undefined {
  const { error } = input.safeParse(value);
  const refusal = error && refusalOfInput(error, value);
  return refusal?.param === path.join(".") ? refusal : undefined;
}

function withField(
  value: unknown,
  [name = "", ...path]: readonly string[],
  field: unknown,
): object {
  const fields: Readonly<Record<string, unknown>> = Object(value);
  return { ...fields, [name]: path.length === 0 ? field : withField(fields[name], path, field) };
}

/** `ownerEmail` */
const nameOf = (path: readonly string[]) =>
  path.map((part, at) => (at === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1))).join("");

import { readFileSync } from "node:fs";
import type { z } from "zod";
import { statusOf } from "../src/operation/errors.ts";
import type { AnyOperation } from "../src/operation/operation.ts";
import { BatchedUsageEvent } from "../src/schemas/usage-events.ts";

/* The rows of operations.md, and what an operation declares of itself in the same words. */

/** A record that an input names: where its id stands, and the record's noun. */
export interface NamedRecord {
  /** `owner.id`; `usageEvents[].serviceId` of the items of a list. */
  readonly field: string;
  /** The name of the record's table in the database client; `?` while it is unknown. */
  readonly noun: string;
}

/** A row of operations.md. */
export interface Row {
  readonly name: string;
  readonly kind: string;
  readonly scope: string;
  /** What happens to unknown fields. */
  readonly unknown: string;
  /** Whose records it concerns: how the caller is bound to them, or the records that its input names. */
  readonly binding: string;
  readonly refusals: string;
}

const page = readFileSync(new URL("operations.md", import.meta.url), "utf8");
const [, table = ""] = page.split(/^(?:\| --- )+\|$/m);

/** The rows by the names of operations. */
export const rows: ReadonlyMap<string, Row> = new Map(
  [...table.matchAll(/^\|.*\|$/gm)]
    .map(([line]) => line.split("|").map((cell) => cell.trim()))
    .map(([, name = "", kind = "", scope = "", unknown = "", binding = "", refusals = ""]) => [
      name,
      { name, kind, scope, unknown, binding, refusals },
    ]),
);

export const lineOf = ({ name, kind, scope, unknown, binding, refusals }: Row) =>
  ["", name, kind, scope, unknown, binding, refusals, ""].join(" | ").trim();

/** The records that an operation's input names, with their nouns according to its row. */
export function namedRecords({ name, input }: Pick<AnyOperation, "name" | "input">): NamedRecord[] {
  const nouns = new Map(
    (rows.get(name)?.binding ?? "").split(", ").map((one) => one.split(": ") as [string, string]),
  );
  return idFieldsOf(input).map((field) => ({ field, noun: nouns.get(field) ?? "?" }));
}

/** What an operation whose input names no record concerns: the caller's own records, or those of nobody. */
const withoutIds = ["own records", "none"];

/** The row that an operation must have. What only its author can know is taken from its present row. */
export function rowOf(operation: AnyOperation): Row {
  const { name, kind, scope, path, input, refusals } = operation;
  const written = rows.get(name)?.binding ?? "";
  const records = namedRecords(operation).map(({ field, noun }) => `${field}: ${noun}`);
  const [, secret] = /\{(linkToken|portalToken)\}/.exec(path) ?? [];
  const declared = [...(secret === undefined ? [] : [secret]), ...records].join(", ");
  return {
    name,
    kind,
    scope: scope ?? "none",
    unknown: unknownFieldsOf(input),
    binding: declared || (withoutIds.includes(written) ? written : withoutIds.join(" or ")),
    refusals: refusalsOf(refusals),
  };
}

function refusalsOf(refusals: AnyOperation["refusals"]): string {
  const codes = Map.groupBy(Object.values(refusals), statusOf);
  const each = [...codes]
    .toSorted(([one], [other]) => one - other)
    .map(([status, terms]) => `${status} ${[...new Set(terms.map(({ code }) => code))].join(" ")}`);
  return each.join(", ") || "none";
}

/** Whether the objects of an input ignore unknown fields or refuse them, at every depth. */
function unknownFieldsOf(input: z.ZodType | undefined): string {
  const objects = input === undefined ? [] : [...partsOf(input)].filter(isObject);
  const refusing = objects.filter(([, { _zod }]) => _zod.def.catchall?._zod.def.type === "never");
  const ignoring = objects.filter(([, { _zod }]) => _zod.def.catchall === undefined);
  if (objects.length === 0) return "no input";
  if (refusing.length === objects.length) return "refused";
  if (ignoring.length === objects.length) return "ignored";
  const others = objects
    .filter((one) => !refusing.includes(one))
    .map(([place]) => place || "itself");
  return `refused, but not in ${[...new Set(others)].join(" ")}`;
}

/** The fields of an input that contain ids of records. */
function idFieldsOf(input: z.ZodType | undefined): string[] {
  const places = input === undefined ? [] : [...partsOf(input)].map(([place]) => place);
  return [...new Set(places.filter((place) => /Ids?(\[\])?$/.test(place)))];
}

const isObject = (part: Part): part is [place: string, schema: z.core.$ZodObject] =>
  part[1]._zod.def.type === "object";

/** The schema of items that the operation checks one by one, so that its own schema lets all of them through. */
function checkedLater(place: string): z.core.$ZodType {
  if (place === "usageEvents[]") return BatchedUsageEvent;
  throw new Error(`Tell apps/api/test/operations.ts which schema ${place} is checked with.`);
}

type Part = [place: string, schema: z.core.$ZodType];

/** Every part of a schema, with its place: `owner.email`, `lines[].amount`. */
function* partsOf(schema: z.core.$ZodType, place = ""): Generator<Part> {
  yield [place, schema];
  const { def } = schema._zod as { readonly def: z.core.$ZodTypes["_zod"]["def"] };
  switch (def.type) {
    case "object":
      for (const [name, of] of Object.entries(def.shape)) {
        yield* partsOf(of, place === "" ? name : `${place}.${name}`);
      }
      return;
    case "array":
      yield* partsOf(def.element, `${place}[]`);
      return;
    case "union":
      for (const option of def.options) yield* partsOf(option, place);
      return;
    case "pipe":
      yield* partsOf(def.in, place);
      yield* partsOf(def.out, place);
      return;
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
      yield* partsOf(def.innerType, place);
      return;
    case "custom":
      yield* partsOf(checkedLater(place), place);
      return;
    case "string":
    case "number":
    case "boolean":
    case "date":
    case "enum":
    case "literal":
    case "transform":
    case "null":
    case "void":
      return;
    default:
      throw new Error(
        `Tell apps/api/test/operations.ts what a schema of type ${def.type} contains.`,
      );
  }
}

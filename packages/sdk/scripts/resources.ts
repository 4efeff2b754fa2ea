import {
  capitalized,
  type Document,
  type Operation,
  operationsOf,
  type Schema,
} from "./operations.ts";
import { typeName } from "./schemas.ts";

/**
 * The source of the client's resources: an interface of each, and the function that makes them all of
 * the five kinds of call.
 */
export function resourcesSource(document: Document): string {
  const operations = operationsOf(document);
  const resources = [...new Set(operations.map(({ resource }) => resource))].filter(
    (resource) => resource !== undefined,
  );
  const of = (wanted: string | undefined) =>
    operations.filter(({ resource }) => resource === wanted);

  const interfaces = resources.map((resource) => {
    const methods = of(resource);
    const about = comment(methods[0]?.about ?? "", "");
    return `${about}export interface ${interfaceName(resource)} {\n${methods.map(signature).join("")}}\n`;
  });
  const members = resources.map((name) => `  readonly ${name}: ${interfaceName(name)};\n`).join("");
  const all = `/** Every operation of the API. */\nexport interface Resources {\n${members}${of(undefined).map(signature).join("")}}\n`;
  const made = resources.map(
    (name) => `  ${name}: {\n${of(name).map(method("    ")).join("")}  },\n`,
  );
  const make = `export const resources = ({ get, post, patch, put, remove, list }: Calls): Resources => ({\n${made.join("")}${of(undefined).map(method("  ")).join("")}});\n`;

  const imports = [
    'import type { Calls, CallOptions, List } from "../calls.ts";',
    'import type * as api from "./types.ts";',
  ];
  const head = "// Made by `pnpm generate` from openapi.json: changes belong there.\n";
  return [`${head}${imports.join("\n")}\n`, ...interfaces, all, make].join("\n");
}

/** `create(input: …): Promise<…>;` with what it does. */
function signature(operation: Operation): string {
  const { says, verb, input, inputType } = operation;
  const optional = (input.required ?? []).length === 0 ? "?" : "";
  const given = `input${optional}: api.${inputType}, options?: CallOptions`;
  return `${comment(says, "  ")}  ${verb}(${given}): ${answerOf(operation)};\n`;
}

/** The type of an answer, as it is written in a signature. */
function answerOf({ body, key, records, answerType }: Operation): string {
  if (records !== null) return `List<api.${answerType}, api.${recordName(body, records)}>`;
  return `Promise<api.${key === null ? answerType : recordType(body, key)}>`;
}

/** The type of what a body has under a key: a record, or an array of records. */
function recordType(body: Schema, key: string): string {
  return `${recordName(body, key)}${body.properties?.[key]?.items === undefined ? "" : "[]"}`;
}

/** The name of the record, or of the records, that a body has under a key. */
function recordName(body: Schema, key: string): string {
  const schema = body.properties?.[key];
  const $ref = schema?.$ref ?? schema?.items?.$ref;
  if ($ref === undefined) throw new Error(`${key} has no name in the document.`);
  return typeName($ref.split("/").at(-1) ?? "");
}

/** `create: post("/api/v1/services", "service"),` */
const method =
  (indent: string) =>
  ({ verb, method: name, path, key, records, answersToo }: Operation): string => {
    const call = records !== null ? "list" : name === "delete" ? "remove" : name;
    const words = [path, records ?? key, ...answersToo].map((word) => JSON.stringify(word));
    if (words.at(-1) === "null") words.pop();
    return `${indent}${verb}: ${call}(${words.join(", ")}),\n`;
  };

/** Not the resource's name alone: `Checkout` is a record. */
const interfaceName = (resource: string) => `${capitalized(resource)}Resource`;

function comment(text: string, indent: string): string {
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return `${indent}/** ${text} */\n`;
  const starred = lines.map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${starred.join("\n")}\n${indent} */\n`;
}

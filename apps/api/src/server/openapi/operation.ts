import { STATUS_CODES } from "node:http";
import { exampleId } from "../../kit/evm-fields.ts";
import { exampleOf, type JsonSchema } from "../../kit/json-schema-examples.ts";
import { mayOmitBody, takesBody, takesIdempotencyKey } from "../../operation/define.ts";
import { hintOf } from "../../operation/errors.ts";
import type { AnyOperation, ListShape } from "../../operation/operation.ts";
import { lineOf } from "../csv/cell.ts";
import { columnsOf, valueAt } from "../csv/columns.ts";
import { csvType } from "../csv/csv-door.ts";
import { eventsType, messageOf } from "../event-stream/event-stream-door.ts";
import { linesType } from "../lines/lines-door.ts";
import { complaintsOf } from "./complaints.ts";
import { type Errors, errorsOf } from "./errors.ts";
import { headersOf } from "./headers.ts";
import { documentedParameter, type Parameter } from "./parameters.ts";

/** An operation of the document, with the fields that this module uses. */
export type Operation = Record<string, unknown> & {
  security: object[];
  parameters?: Parameter[];
  requestBody?: {
    required?: boolean;
    content: Record<string, { schema: JsonSchema; example?: unknown }>;
  };
  responses: Record<string, Response>;
};
export interface Response {
  description: string;
  /** Responses to webhooks have none. */
  headers?: Record<string, object>;
  /** Responses to webhooks have none. */
  content?: Content;
}
type Content = Record<
  string,
  { schema: JsonSchema; example?: unknown; examples?: Record<string, object> }
>;

/**
 * Completes an operation of the document with everything that trpc-to-openapi does not support.
 *
 * @param schemas the document's named schemas
 */
export function completeOperation(
  operation: Operation,
  meta: AnyOperation,
  schemas: Readonly<Record<string, JsonSchema>>,
): void {
  operation.tags = [meta.tag.name];
  // An empty list means that no key is needed; otherwise it names the scope.
  operation.security = meta.scope === null ? [] : [{ apiKey: [meta.scope] }];
  if (operation.parameters !== undefined || takesIdempotencyKey(meta)) {
    const own = [
      ...(takesIdempotencyKey(meta) ? [idempotencyKeyParameter] : []),
      ...(meta.follow === undefined ? [] : [lastEventIdParameter]),
    ];
    operation.parameters = [...(operation.parameters ?? []), ...own].map(documentedParameter);
  }
  completeBody(operation, meta, schemas);
  completeAnswers(operation, meta, schemas);
  const complaints = complaintsAbout(operation, meta);
  for (const [status, errors] of errorsOf(meta, complaints)) {
    operation.responses[status] = refusal(status, meta, errors);
  }
}

function completeBody(
  operation: Operation,
  meta: AnyOperation,
  schemas: Readonly<Record<string, JsonSchema>>,
): void {
  if (takesBody(meta)) operation.requestBody ??= anyObject();
  if (operation.requestBody && mayOmitBody(meta)) operation.requestBody.required = false;
  const content = operation.requestBody?.content ?? {};
  for (const body of Object.values(content)) body.example = exampleOf(body.schema, schemas);
  const { lines } = meta;
  if (lines === undefined) return;
  const example = content["application/json"]?.example as Record<string, unknown[]>;
  const description = `One of \`${lines.of}\` a line; at most ${lines.max} lines`;
  content[linesType] = linesOf(description, example[lines.of] ?? []);
}

function completeAnswers(
  operation: Operation,
  meta: AnyOperation,
  schemas: Readonly<Record<string, JsonSchema>>,
): void {
  const { statuses, otherExample, lines, list, follow } = meta;
  const schema = operation.responses["200"]?.content?.["application/json"]?.schema;
  if (schema === undefined) throw new Error(`${meta.path} has no answer in the document.`);
  const usual = exampleOf(schema, schemas);
  operation.responses = {};
  for (const status of statuses) {
    const example = status === statuses[0] ? usual : (otherExample ?? usual);
    const content: Content = { "application/json": { schema, example } };
    if (lines !== undefined) {
      content[linesType] = linesOf("A result a line, in the order of the lines", lines.examples);
    }
    if (list !== undefined) content[csvType] = csvOf(list, example);
    if (list !== undefined && follow !== undefined) content[eventsType] = streamOf(list, example);
    operation.responses[status] = answer(status, headersOf(status, meta), content);
  }
}

function complaintsAbout(
  { parameters = [], requestBody }: Operation,
  { input }: AnyOperation,
): ReturnType<typeof complaintsOf> {
  if (input === undefined) return {};
  const body = requestBody?.content["application/json"];
  const inAddress = parameters
    .filter(({ in: at }) => at !== "header")
    .map(({ name, schema }) => [name, schema?.example]);
  const example = { ...Object.fromEntries(inAddress), ...(body?.example as object | undefined) };
  return complaintsOf(input, { parameters, body: body?.schema ?? {}, example });
}

function refusal(status: number, meta: AnyOperation, errors: Errors): Response {
  const examples = Object.entries(errors.shown).map(([name, terms]) => [
    name,
    { summary: terms.code, description: hintOf(terms), value: { error: terms.message } },
  ]);
  const schema = { $ref: "#/components/schemas/Error" };
  return answer(status, headersOf(status, meta, errors), {
    "application/json": { schema, examples: Object.fromEntries(examples) },
  });
}

const answer = (status: number, headers: Record<string, object>, content: Content): Response => ({
  description: STATUS_CODES[status] ?? String(status),
  headers,
  content,
});

/** A body of JSON lines, which JSON Schema cannot describe. */
const linesOf = (description: string, examples: readonly unknown[]) => ({
  schema: { type: "string", description },
  example: examples.map((one) => `${JSON.stringify(one)}\n`).join(""),
});

/** A list as CSV: its columns, and the items of an answer. */
function csvOf({ items, item }: ListShape, answer: unknown) {
  const columns = columnsOf(item);
  const shown = (answer as Record<string, readonly unknown[]>)[items] ?? [];
  const rows = shown.map((one) => columns.map((column) => valueAt(one, column)));
  const description =
    "The whole list, with a line of column names first; with `limit`, one page. Send `Accept: text/csv`";
  const example = [columns.map(({ name }) => name), ...rows].map(lineOf).join("");
  return { schema: { type: "string", description }, example };
}

/** A list as it goes on: the items of an answer as messages of a stream. */
function streamOf({ items }: ListShape, answer: unknown) {
  const shown = (answer as Record<string, readonly { id: string; type: string }[]>)[items] ?? [];
  const description =
    "What happens from now on, as server-sent events: `id`, `type` and the JSON of each. Send `Accept: text/event-stream`";
  const example = shown
    .map((one) => messageOf({ id: one.id, type: one.type, json: JSON.stringify(one) }))
    .join("");
  return { schema: { type: "string", description }, example };
}

/** The body of a write without fields. */
function anyObject(): NonNullable<Operation["requestBody"]> {
  const schema = {
    type: "object",
    description: "No fields: send no body, or `{}`",
    additionalProperties: false,
    example: {},
  };
  return { content: { "application/json": { schema } } };
}

const lastEventIdParameter = {
  name: "Last-Event-ID",
  in: "header",
  description:
    "With `Accept: text/event-stream`: the id of the last event that you know. The stream begins with what followed it, and may repeat events of the minute before it. Default: it begins now",
  schema: { type: "string", example: exampleId },
};

const idempotencyKeyParameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A name that you make for this call. Sent again under it within 24 hours, the call is not done again, and is answered as before",
  schema: { type: "string", minLength: 1, maxLength: 255, example: "invoice-2026-01-acme" },
};

import { STATUS_CODES } from "node:http";
import type { AnyProcedure } from "@trpc/server";
import { z } from "zod";
import { scopeOf } from "../../contract/scopes.ts";
import { exampleOf, type JsonSchema } from "../../lib/json-schema-examples.ts";
import { type OperationMeta, takesBody, takesIdempotencyKey } from "../../operation/rest.ts";
import { linesType } from "../lines/lines-door.ts";
import { complaintsOf } from "./complaints.ts";
import { type Errors, errorsOf } from "./errors.ts";
import { headersOf } from "./headers.ts";
import { documentedParameter, type Parameter } from "./parameters.ts";
import { tagOf } from "./tags.ts";

/** An operation of the document, as far as it is looked at here. */
export type Operation = Record<string, unknown> & {
  parameters?: Parameter[];
  requestBody?: {
    required?: boolean;
    content: Record<string, { schema: JsonSchema; example?: unknown }>;
  };
  responses: Record<string, Response>;
};
interface Response {
  description: string;
  headers: Record<string, unknown>;
  content: Record<string, { schema: JsonSchema; example?: unknown; examples?: unknown }>;
}

/**
 * Adds to an operation what trpc-to-openapi has no word for.
 *
 * @param name the procedure's
 * @param schemas what the document names
 */
export function completeOperation(
  operation: Operation,
  name: string,
  procedure: AnyProcedure,
  schemas: Readonly<Record<string, JsonSchema>>,
): void {
  const meta = procedure._def.meta as OperationMeta;
  operation.tags = [tagOf(name)];
  // What needs no key says so; the others say which scope.
  operation.security = meta.openapi.protect
    ? [{ apiKey: [scopeOf(name, procedure._def.type === "query" ? "query" : "mutation")] }]
    : [];
  if (operation.parameters !== undefined || takesIdempotencyKey(meta)) {
    const own = takesIdempotencyKey(meta) ? [idempotencyKeyParameter] : [];
    operation.parameters = [...(operation.parameters ?? []), ...own].map(documentedParameter);
  }
  completeBody(operation, meta, schemas);
  completeAnswers(operation, meta, schemas);
  const complaints = complaintsAbout(operation, procedure);
  for (const [status, errors] of errorsOf(meta, complaints)) {
    operation.responses[status] = refusal(status, meta, errors);
  }
}

function completeBody(
  operation: Operation,
  meta: OperationMeta,
  schemas: Readonly<Record<string, JsonSchema>>,
): void {
  if (takesBody(meta)) operation.requestBody ??= anyObject();
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
  meta: OperationMeta,
  schemas: Readonly<Record<string, JsonSchema>>,
): void {
  const { statuses, otherExample, lines } = meta;
  const schema = operation.responses["200"]?.content["application/json"]?.schema;
  if (schema === undefined) throw new Error(`${meta.openapi.path} has no answer in the document.`);
  const usual = exampleOf(schema, schemas);
  operation.responses = {};
  for (const status of statuses) {
    const example = status === statuses[0] ? usual : (otherExample ?? usual);
    const content: Response["content"] = { "application/json": { schema, example } };
    if (lines !== undefined) {
      content[linesType] = linesOf("A result a line, in the order of the lines", lines.examples);
    }
    operation.responses[status] = answer(status, headersOf(status, meta), content);
  }
}

function complaintsAbout(
  { parameters = [], requestBody }: Operation,
  procedure: AnyProcedure,
): ReturnType<typeof complaintsOf> {
  const [input] = procedure._def.inputs;
  if (!(input instanceof z.ZodType)) return {};
  const body = requestBody?.content["application/json"];
  const inAddress = parameters.map(({ name, schema }) => [name, schema?.example]);
  const example = { ...Object.fromEntries(inAddress), ...(body?.example as object | undefined) };
  return complaintsOf(input, { parameters, body: body?.schema ?? {}, example });
}

function refusal(status: number, meta: OperationMeta, errors: Errors): Response {
  const examples = Object.entries(errors).map(([name, { message: error }]) => [
    name,
    { value: { error } },
  ]);
  const schema = { $ref: "#/components/schemas/Error" };
  return answer(status, headersOf(status, meta, errors), {
    "application/json": { schema, examples: Object.fromEntries(examples) },
  });
}

const answer = (
  status: number,
  headers: Response["headers"],
  content: Response["content"],
): Response => ({ description: STATUS_CODES[status] ?? String(status), headers, content });

/** A body of JSON lines, for which JSON Schema has no word. */
const linesOf = (description: string, examples: readonly unknown[]) => ({
  schema: { type: "string", description },
  example: examples.map((one) => `${JSON.stringify(one)}\n`).join(""),
});

/** What a write takes that has nothing to say: it is JSON all the same. */
function anyObject(): NonNullable<Operation["requestBody"]> {
  const schema = { type: "object", description: "No fields: send `{}`", example: {} };
  return { required: true, content: { "application/json": { schema } } };
}

const idempotencyKeyParameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A name that you make for this call. Sent again under it within 24 hours, the call is not done again, and is answered as before",
  schema: { type: "string", minLength: 1, maxLength: 255, example: "invoice-2026-01-acme" },
};

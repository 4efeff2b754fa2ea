import { STATUS_CODES } from "node:http";
import type { AnyProcedure, AnyRouter } from "@trpc/server";
import { generateOpenApiDocument, type OpenAPIObject } from "trpc-to-openapi";
import { z } from "zod";
import { scopeOf } from "../auth/scopes.ts";
import { badIdempotencyKey, keyOfAnotherRequest, stillRunning } from "../idempotency/errors.ts";
import { exampleId } from "../shared/examples.ts";
import { exampleOf, type JsonSchema } from "../shared/json-schema-examples.ts";
import { notAJsonObject, notAllowed, type RefusalTerms } from "../shared/refusal.ts";
import {
  bodyTooLarge,
  keyRequired,
  statusOf,
  tooManyRequests,
  unexpectedMessage,
} from "../trpc/errors.ts";
import { type OperationMeta, takesBody } from "../trpc/rest.ts";
import { linesType } from "./lines-door.ts";
import { answerHeaders, headersOf } from "./openapi-headers.ts";
import { documentedParameter, type Parameter } from "./openapi-parameters.ts";

const description = `Meter usage, invoice it and settle it in USDC on an EVM chain.

* Amounts and quantities are exact decimals: send a string (or a number), get a string with six decimal places.
* Times are ISO 8601 in UTC.
* Every error is \`{"error": string}\`; every answer carries \`X-Request-Id\`: your own, if the request has one of 1 to 128 characters of \`A-Z a-z 0-9 . _ : + / = -\`, or a new one.
* Send your API key as \`Authorization: Bearer <API_KEY>\`.`;

/** The document's tags: a router's name, how people write it, and what it is about. */
const tags: Readonly<Record<string, { name: string; description: string }>> = {
  services: { name: "Services", description: "What you sell, and who owns it." },
  plans: { name: "Plans", description: "How a service is priced." },
  checkoutSessions: { name: "Checkout sessions", description: "How a subscriber signs up." },
  checkout: {
    name: "Checkout page",
    description: "What the checkout page calls, with a session's id and without a key.",
  },
  subscriptions: { name: "Subscriptions", description: "A subscriber on a plan." },
  usageEvents: { name: "Usage events", description: "What a subscriber used." },
  invoices: { name: "Invoices", description: "What a subscriber owes." },
  settlements: { name: "Settlements", description: "Payments recorded on the settlement chain." },
  spendingCaps: {
    name: "Spending caps",
    description: "What subscribers have signed, so that invoices can be collected.",
  },
  webhookEndpoints: {
    name: "Webhook endpoints",
    description: "Where you are told of what has happened.",
  },
  webhookDeliveries: {
    name: "Webhook deliveries",
    description: "What was sent where, and what came of it.",
  },
  events: { name: "Events", description: "What has happened: all that webhooks tell of." },
  auditEvents: { name: "Audit events", description: "Who wrote what, and when." },
  apiKeys: { name: "API keys", description: "Who may call, and what." },
  ready: { name: "Health", description: "Whether the service is up, and able to do all its work." },
  health: {
    name: "Health",
    description: "Whether the service is up, and able to do all its work.",
  },
};

type Operation = Record<string, unknown> & {
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
 * The OpenAPI 3.1 document. trpc-to-openapi makes paths and schemas from the procedures; what it
 * has no word for is added here from the same procedures: the statuses that really occur, our form
 * of error with the messages, tags and examples.
 */
export function openApiDocument(router: AnyRouter): OpenAPIObject {
  const document = generateOpenApiDocument(router, {
    title: "Usance API",
    version: "1.0.0",
    description,
    baseUrl: "/",
    securitySchemes: {
      apiKey: { type: "http", scheme: "bearer", description: "Your API key" },
    },
  });
  const schemas = { ...document.components?.schemas, Error: errorSchema } as Record<
    string,
    JsonSchema
  >;
  for (const name of Object.keys(schemas)) if (name.startsWith("error.")) delete schemas[name];

  const procedures: Record<string, AnyProcedure> = router._def.procedures;
  for (const [name, procedure] of Object.entries(procedures)) {
    const meta = procedure._def.meta as OperationMeta;
    const item = document.paths?.[meta.openapi.path] as Record<string, Operation> | undefined;
    const operation = item?.[meta.openapi.method.toLowerCase()];
    if (operation !== undefined) complete(operation, name, procedure, schemas);
  }
  return {
    ...document,
    webhooks: webhooksOf(schemas),
    tags: [...new Map(Object.values(tags).map((tag) => [tag.name, tag])).values()],
    components: { ...document.components, schemas, headers: answerHeaders },
  } as OpenAPIObject;
}

/** What endpoints are sent: each type of event is a schema that the operations on events have named. */
function webhooksOf(schemas: Readonly<Record<string, JsonSchema>>): Record<string, object> {
  const types = (schemas.Event?.oneOf ?? []).map(({ $ref = "" }) => {
    const schema = schemas[$ref.split("/").at(-1) ?? ""];
    return [String(schema?.properties?.type?.const), { $ref, schema }] as const;
  });
  return Object.fromEntries(
    types.map(([type, { $ref, schema }]) => {
      const content = { schema: { $ref }, example: exampleOf({ $ref }, schemas) };
      const post = {
        operationId: `webhook-${type}`,
        summary: schema?.description,
        tags: [tags.events?.name],
        security: [],
        parameters: signatureParameters,
        requestBody: { required: true, content: { "application/json": content } },
        responses: {
          "2XX": { description: "It has arrived. Anything else is tried again" },
          "410": { description: "Nothing more is to be sent: the endpoint is disabled" },
        },
      };
      return [type, { post }];
    }),
  );
}

function complete(
  operation: Operation,
  name: string,
  procedure: AnyProcedure,
  schemas: Record<string, JsonSchema>,
): void {
  const meta = procedure._def.meta as OperationMeta;
  const tag = tags[name.split(".")[0] ?? ""];
  if (tag === undefined) throw new Error(`${name} has no tag in the document.`);
  operation.tags = [tag.name];
  // What needs no key says so; the others say which scope.
  operation.security = meta.openapi.protect
    ? [{ apiKey: [scopeOf(name, procedure._def.type === "query" ? "query" : "mutation")] }]
    : [];
  if (takesIdempotencyKey(meta)) {
    operation.parameters = [...(operation.parameters ?? []), idempotencyKeyParameter];
  }
  if (operation.parameters !== undefined) {
    operation.parameters = operation.parameters.map(documentedParameter);
  }
  if (takesBody(meta)) operation.requestBody ??= anyObject();
  for (const body of Object.values(operation.requestBody?.content ?? {})) {
    body.example = exampleOf(body.schema, schemas);
  }

  const { lines } = meta;
  const { requestBody } = operation;
  if (lines !== undefined && requestBody !== undefined) {
    const example = requestBody.content["application/json"]?.example as Record<string, unknown[]>;
    const description = `One of \`${lines.of}\` a line; at most ${lines.most} lines`;
    requestBody.content[linesType] = linesOf(description, example[lines.of] ?? []);
  }

  const success = operation.responses["200"]?.content["application/json"];
  if (success === undefined) throw new Error(`${name} has no answer in the document.`);
  operation.responses = {};
  for (const status of meta.statuses) {
    operation.responses[status] = response(status, meta, {
      schema: success.schema,
      example: exampleOf(success.schema, schemas),
    });
  }
  if (lines !== undefined) {
    const [status] = meta.statuses;
    const content = linesOf("A result a line, in the order of the lines", lines.examples);
    const answer = operation.responses[status];
    if (answer !== undefined) answer.content[linesType] = content;
  }
  for (const [status, messages] of errorsOf(procedure, meta)) {
    operation.responses[status] = response(status, meta, {
      schema: { $ref: "#/components/schemas/Error" },
      examples: Object.fromEntries(
        [...messages].map((error, index) => [`example${index + 1}`, { value: { error } }]),
      ),
    });
  }
}

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

function response(
  status: number,
  meta: OperationMeta,
  content: Response["content"][string],
): Response {
  return {
    description: STATUS_CODES[status] ?? String(status),
    headers: headersOf(status, meta),
    content: { "application/json": content },
  };
}

/** An `Idempotency-Key` belongs to the API key it comes with: the checkout page has none, and needs none. */
const takesIdempotencyKey = ({ openapi: { method, protect } }: OperationMeta) =>
  method === "POST" && protect !== false;

/** Every status other than success that an operation can answer with, and its messages. */
function errorsOf(procedure: AnyProcedure, meta: OperationMeta): Map<number, Set<string>> {
  const errors = new Map<number, Set<string>>();
  const add = (terms: RefusalTerms) => {
    const status = statusOf(terms);
    errors.set(status, (errors.get(status) ?? new Set()).add(terms.message));
  };
  const input = inputOf(procedure);
  if (takesBody(meta)) add(notAJsonObject);
  if (input !== undefined) add({ kind: "invalid", message: firstComplaint(input, meta) });
  if (meta.openapi.protect)
    for (const terms of [keyRequired, tooManyRequests, notAllowed]) add(terms);
  for (const terms of meta.refusals) add(terms);
  if (takesIdempotencyKey(meta)) {
    for (const terms of [badIdempotencyKey, keyOfAnotherRequest, stillRunning]) add(terms);
  }
  if (takesBody(meta)) add(bodyTooLarge);
  errors.set(500, (errors.get(500) ?? new Set()).add(unexpectedMessage));
  return new Map([...errors].sort(([a], [b]) => a - b));
}

function inputOf(procedure: AnyProcedure): z.ZodType | undefined {
  const [input] = procedure._def.inputs;
  return input instanceof z.ZodType ? input : undefined;
}

/** What the input's own schema says of a request that has only its path, or asks for no rows. */
function firstComplaint(input: z.ZodType, meta: OperationMeta): string {
  const path = [...meta.openapi.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const named = Object.fromEntries(path.map((name) => [name, "id"]));
  const bare = input.safeParse(named);
  const empty = input.safeParse({ ...named, limit: "0" });
  const { error } = bare.success ? empty : bare;
  if (error !== undefined) return error.issues[0]?.message ?? notAJsonObject.message;
  return `${path[0]} must not contain null characters.`;
}

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string", example },
});

/** What every delivery says besides the event (https://www.standardwebhooks.com). */
const signatureParameters = [
  header("webhook-id", "The event's id: the same in every attempt", exampleId),
  header("webhook-timestamp", "When it was sent, in seconds since 1970", "1769860800"),
  header(
    "webhook-signature",
    "`v1,` and HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in base64; several with blanks between them while a secret is changed",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

const errorSchema: JsonSchema = {
  type: "object",
  description: "The one form of error.",
  properties: { error: { type: "string", description: "What was wrong, and what is allowed" } },
  required: ["error"],
  additionalProperties: false,
};

const idempotencyKeyParameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Names this call, made by you: sent again within 24 hours it does nothing and answers the same",
  schema: { type: "string", minLength: 1, maxLength: 255, example: "invoice-2026-01-acme" },
};

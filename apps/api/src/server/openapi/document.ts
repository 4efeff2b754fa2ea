import { generateOpenApiDocument, type OpenAPIObject } from "trpc-to-openapi";
import type { JsonSchema } from "../../kit/json-schema-examples.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { documentedRouter } from "../../operation/router.ts";
import { withFieldsDescribed } from "./fields.ts";
import { withOpenAnswers } from "./open-answers.ts";
import { completeOperation, type Operation } from "./operation.ts";
import { tableOfOtherErrors } from "./other-errors.ts";
import { shareParts } from "./shared.ts";
import { webhooksOf } from "./webhooks.ts";

const description = `Meter usage, invoice it and settle it in USDC on an EVM chain.

* Amounts and quantities are exact decimals. Send strings or numbers; responses contain strings with six decimal places.
* Times in responses are ISO 8601 in UTC, with milliseconds. In requests they have \`Z\` or an offset (in a query string, send its \`+\` as \`%2B\`); digits below the millisecond are dropped.
* Every error is \`{"error": string}\`. The header \`Usance-Error\` has its code, which never changes, unlike the message. The examples of a response show its errors: code, message, what it means and what to do. The table below has the errors that belong to no operation.
* Every response has an \`X-Request-Id\` header: the one that you sent, if it has 1 to 128 characters of \`A-Z a-z 0-9 . _ : + / = -\`, otherwise a new one.
* Send your API key as \`Authorization: Bearer <API_KEY>\`.
* A POST with an \`Idempotency-Key\` is safe to retry until you receive its response: it is executed once.
* Lists are newest first and paginated. To get the next page, pass \`nextCursor\` of the last page as \`cursor\`.
* Operations and response fields may be added at any time, so objects in responses and webhooks are open. Ignore unknown fields; existing ones will not be removed. Requests are closed: an unknown field is refused, or ignored where the operation says so.

These errors belong to no operation: the path is unknown, HTTP or tRPC is used wrongly, or one item of a batch is refused. \`<…>\` stands for a part that varies.`;

/**
 * Generates the OpenAPI 3.1 document. trpc-to-openapi generates paths and schemas from the operations' procedures. This
 * function adds what trpc-to-openapi does not support, from the same operations: the actual statuses, the error schema
 * and messages, tags and examples.
 */
export function openApiDocument(operations: readonly AnyOperation[]): OpenAPIObject {
  const { paths, components, ...document } = withFieldsDescribed(
    generateOpenApiDocument(documentedRouter(operations), {
      title: "Usance API",
      version: "1.0.0",
      description: `${description}\n\n${tableOfOtherErrors(operations)}`,
      baseUrl: "/",
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "Your API key" },
      },
    }),
  );
  const schemas = { ...components?.schemas, Error: errorSchema } as Record<string, JsonSchema>;
  for (const name of Object.keys(schemas)) if (name.startsWith("error.")) delete schemas[name];

  for (const one of operations) {
    const item = paths?.[one.path] as Record<string, Operation> | undefined;
    const operation = item?.[one.method.toLowerCase()];
    if (operation !== undefined) completeOperation(operation, one, schemas);
  }
  const webhooks = webhooksOf(schemas);
  const all = [...Object.values(paths ?? {}), ...Object.values(webhooks)].flatMap(Object.values);
  const shared = shareParts(all);
  return {
    ...document,
    tags: [...new Set(operations.map(({ tag }) => tag))],
    paths: withOpenAnswers(paths, "requestBody"),
    webhooks: withOpenAnswers(webhooks),
    components: withOpenAnswers({
      ...components,
      schemas,
      ...shared,
    }),
  } as OpenAPIObject;
}

const errorSchema: JsonSchema = {
  type: "object",
  description: "The one form of error.",
  properties: {
    error: {
      type: "string",
      description: "What was wrong, and what is allowed",
      example: "name is required.",
    },
  },
  required: ["error"],
};

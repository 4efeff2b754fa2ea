import { generateOpenApiDocument, type OpenAPIObject } from "trpc-to-openapi";
import type { JsonSchema } from "../../lib/json-schema-examples.ts";
import type { AnyOperation } from "../../operation/define.ts";
import { documentedRouter } from "../../operation/router.ts";
import { withFieldsDescribed } from "./fields.ts";
import { answerHeaders } from "./headers.ts";
import { completeOperation, type Operation } from "./operation.ts";
import { webhooksOf } from "./webhooks.ts";

const description = `Meter usage, invoice it and settle it in USDC on an EVM chain.

* Amounts and quantities are exact decimals: send a string (or a number), get a string with six decimal places.
* Times are ISO 8601 in UTC.
* Every error is \`{"error": string}\`; every answer carries \`X-Request-Id\`: your own, if the request has one of 1 to 128 characters of \`A-Z a-z 0-9 . _ : + / = -\`, or a new one.
* Send your API key as \`Authorization: Bearer <API_KEY>\`.
* A POST with an \`Idempotency-Key\` can be sent again until its answer has arrived: it is done once.
* Lists are newest first and come a page at a time: the next page is asked for with the \`nextCursor\` of the last one, as \`cursor\`.
* Operations, and fields of answers, may be added at any time: pass over what you do not know. What is here stays.`;

/**
 * The OpenAPI 3.1 document. trpc-to-openapi makes paths and schemas from the operations' procedures; what it
 * has no word for is added here from the same operations: the statuses that really occur, our form
 * of error with the messages, tags and examples.
 */
export function openApiDocument(operations: readonly AnyOperation[]): OpenAPIObject {
  const { paths, components, ...document } = withFieldsDescribed(
    generateOpenApiDocument(documentedRouter(operations), {
      title: "Usance API",
      version: "1.0.0",
      description,
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
  return {
    ...document,
    tags: [...new Set(operations.map(({ tag }) => tag))],
    paths,
    webhooks: webhooksOf(schemas),
    components: { ...components, schemas, headers: answerHeaders },
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
  additionalProperties: false,
};

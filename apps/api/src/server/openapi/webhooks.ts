import { exampleId } from "../../kit/evm-fields.ts";
import { exampleOf, type JsonSchema } from "../../kit/json-schema-examples.ts";
import { nouns } from "../../schemas/nouns.ts";

/** The document's webhooks, one per event type. Their schemas are the ones that the event operations name. */
export function webhooksOf(schemas: Readonly<Record<string, JsonSchema>>): Record<string, object> {
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
        description: `Sent to every enabled endpoint whose \`events\` contain \`${type}\` or \`*\`, and retried until an attempt gets a 2xx response or the retries are used up. Delivery is at least once: deduplicate events by their \`id\`. Verify the signature first.`,
        tags: [nouns.events.tag.name],
        security: [],
        parameters: [...signatureParameters],
        requestBody: { required: true, content: { "application/json": content } },
        responses: {
          "2XX": { description: "Delivered. Other statuses are retried, except 410" },
          "410": { description: "Stop sending: the service disables the endpoint" },
        },
      };
      return [type, { post }];
    }),
  );
}

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string", example },
});

/** The signature headers of every delivery (https://www.standardwebhooks.com). */
const signatureParameters = [
  header("webhook-id", "Event id, the same in every attempt", exampleId),
  header("webhook-timestamp", "Time of the attempt, as a Unix timestamp in seconds", "1769860800"),
  header(
    "webhook-signature",
    "`v1,` followed by the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in base64; several signatures separated by spaces while a secret is rotated",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

import { nouns } from "../../contract/nouns.ts";
import { exampleId } from "../../lib/examples.ts";
import { exampleOf, type JsonSchema } from "../../lib/json-schema-examples.ts";

/** What endpoints are sent: each type of event is a schema that the operations on events have named. */
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
        description: `Sent to every enabled endpoint whose \`events\` name \`${type}\` or \`*\`, until one attempt is answered with 2xx: at least once, so know an event again by its \`id\`. Check the signature first.`,
        tags: [nouns.events.tag.name],
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

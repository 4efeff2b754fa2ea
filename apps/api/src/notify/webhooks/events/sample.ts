import { z } from "zod";
import { exampleOf, type JsonSchema } from "../../../kit/json-schema-examples.ts";
import { type EventType, moreOf, nounOf } from "../../../schemas/events.ts";

/** Sample data of an event, made of the examples of the documentation. */
export function sampleOf(type: EventType): Readonly<Record<string, unknown>> {
  const { schema, data } = nounOf(type);
  const [name = ""] = Object.keys(data.shape);
  return { [name]: sampleFor(schema), ...Object(sampleFor(z.object(moreOf(type)))) };
}

function sampleFor(schema: z.ZodType): unknown {
  // As in the OpenAPI document: a schema that only ends as JSON is shown by its output.
  const json = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as JsonSchema & {
    readonly $defs?: Readonly<Record<string, JsonSchema>>;
  };
  return exampleOf(json, json.$defs ?? {});
}

import { z } from "zod";
import type { EventType } from "../../contract/events.ts";
import { nounOf } from "../../contract/events.ts";
import { exampleOf, type JsonSchema } from "../../lib/json-schema-examples.ts";

/** The data of an event as it might be: made of the examples of the documentation. */
export function sampleOf(type: EventType): Readonly<Record<string, unknown>> {
  const { schema, data } = nounOf(type);
  const [name = ""] = Object.keys(data.shape);
  // As in the document: a schema that is JSON by its end alone is shown by its end.
  const json = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as JsonSchema & {
    readonly $defs?: Readonly<Record<string, JsonSchema>>;
  };
  return { [name]: exampleOf(json, json.$defs ?? {}) };
}

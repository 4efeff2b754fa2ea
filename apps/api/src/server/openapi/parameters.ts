import type { JsonSchema } from "../../kit/json-schema-examples.ts";
import { nounOf, saidOfId } from "./fields.ts";

export interface Parameter {
  readonly name: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
}

/**
 * A parameter as the document shows it. Null is removed from its schema, because a query string omits the parameter
 * instead. The description of the schema becomes the description of the parameter.
 */
export function documentedParameter(parameter: Parameter): Parameter {
  const schema = withoutNull(parameter.schema ?? {});
  const description = schema.description ?? parameter.description ?? saidOfOne(parameter);
  return { ...parameter, ...(description !== undefined && { description }), schema };
}

/** The description of an id parameter: in a path it names the record, in a query it filters a list. */
function saidOfOne({ name, in: at }: Parameter): string | undefined {
  const said = saidOfId(name);
  return said !== undefined && at === "query" ? `Only records of this ${nounOf(name)}` : said;
}

function withoutNull({ anyOf, type, ...schema }: JsonSchema): JsonSchema {
  const [choice, ...others] = anyOf?.filter((one) => one.type !== "null") ?? [];
  const types = typeof type === "object" ? type.filter((one) => one !== "null") : [];
  return {
    ...(others.length === 0 ? choice : { anyOf: [choice ?? {}, ...others] }),
    ...(type !== undefined && { type: types.length === 1 ? types.join() : type }),
    ...schema,
  };
}

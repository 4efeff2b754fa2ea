import type { JsonSchema } from "../../lib/json-schema-examples.ts";
import { nounOf, saidOfId } from "./fields.ts";

export interface Parameter {
  readonly name: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
}

/**
 * A parameter as the document shows it. What tRPC takes as null is simply left out of a query string,
 * and what a field says of itself is said of the parameter.
 */
export function documentedParameter(parameter: Parameter): Parameter {
  const schema = withoutNull(parameter.schema ?? {});
  const description = schema.description ?? parameter.description ?? saidOfOne(parameter);
  return { ...parameter, ...(description !== undefined && { description }), schema };
}

/** In a path an id says which record it is; else a list is to have only what belongs to it. */
function saidOfOne({ name, in: at }: Parameter): string | undefined {
  const said = saidOfId(name);
  return said !== undefined && at === "query" ? `Only those of this ${nounOf(name)}` : said;
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

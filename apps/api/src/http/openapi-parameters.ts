import type { JsonSchema } from "../shared/json-schema-examples.ts";

export interface Parameter {
  readonly name: string;
  readonly in?: string;
  readonly description?: string;
  readonly schema?: JsonSchema;
}

/**
 * A parameter as the document shows it. What tRPC takes as null is simply left out of a query string,
 * and what a field says of itself is said of the parameter.
 */
export function documentedParameter(parameter: Parameter): Parameter {
  const schema = withoutNull(parameter.schema ?? {});
  const description = schema.description ?? parameter.description ?? idOf(parameter.name);
  return { ...parameter, description, schema };
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

/** serviceId: "Id of the service" */
function idOf(name: string): string {
  const noun = name.replace(/Id$/, "").replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return `Id of the ${noun}`;
}

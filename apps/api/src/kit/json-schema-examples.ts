/** The part of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly example?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

/**
 * An example of a value, built from the examples of its fields. An optional field is included if it has an
 * example of its own.
 */
export function exampleOf(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.$ref !== undefined) {
    const target = components[schema.$ref.split("/").at(-1) ?? ""];
    return target === undefined ? null : exampleOf(target, components);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return exampleOf(choices[0] ?? {}, components);
  if (schema.items !== undefined) return [exampleOf(schema.items, components)];
  if (schema.properties === undefined) return null;

  const shown = Object.entries(schema.properties).filter(
    ([name, field]) => schema.required?.includes(name) || field.example !== undefined,
  );
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, components)]));
}

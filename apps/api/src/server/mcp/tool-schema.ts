import type { Tool } from "@modelcontextprotocol/server";
import { z } from "zod";

/** The parts of JSON schemas that those of inputs have. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Fields;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly const?: string;
  readonly description?: string;
}
type Fields = Readonly<Record<string, Schema>>;

/**
 * The JSON schema of an operation's input for assistants, which read all tools in each conversation: without examples and
 * limits, which the operation checks; decimals only as texts, which are exact; and one object in place of several variants.
 */
export const toolSchema = (input: z.ZodType): Tool["inputSchema"] =>
  shortened(
    z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Schema,
  ) as Tool["inputSchema"];

const left: ReadonlySet<string> = new Set([
  ...["$schema", "additionalProperties", "anyOf", "default", "example", "maximum", "maxItems"],
  ...["maxLength", "minimum", "minItems", "minLength", "oneOf", "pattern"],
]);

function shortened(schema: Schema): Schema {
  const { type, anyOf, oneOf, properties, items, required = [] } = schema;
  // A field that may be left out may also be null, which says the same.
  const only = anyOf?.find((one) => one.type !== "null");
  if (type === undefined && only !== undefined) return shortened({ ...only, ...schema, anyOf: [] });
  if (oneOf?.length) return shortened({ ...schema, ...joined(oneOf), oneOf: [] });
  const short = (field: Schema, name: string): Schema => {
    const { type: one = [], ...rest } = shortened(field);
    const isNullable =
      required.includes(name) && field.anyOf?.some((other) => other.type === "null");
    return { ...rest, type: isNullable ? [one, "null"].flat() : one };
  };
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([name]) => !left.has(name))),
    ...(Array.isArray(type) && { type: type[0] }),
    ...(items !== undefined && { items: shortened(items) }),
    ...(properties !== undefined && { properties: mapped(properties, short) }),
  };
}

/** One object with the fields of all variants, of which those are required that every variant requires. */
function joined(variants: readonly Schema[]): Schema {
  const shapes = variants.map(({ properties = {} }) => properties);
  const [first = [], ...others] = variants.map(({ required = [] }) => required);
  return {
    type: "object",
    properties: mapped(Object.assign({}, ...shapes.toReversed()), (field, name) => {
      if (field.const === undefined) return field;
      const all = shapes.flatMap((shape) => shape[name] ?? []);
      const description = all.map((one) => one.description).join(". ");
      return { type: "string", enum: all.map((one) => one.const), description };
    }),
    required: first.filter((name) => others.every((names) => names.includes(name))),
  };
}

const mapped = (fields: Fields, change: (field: Schema, name: string) => Schema): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field, name)]));

import { z } from "zod";

/** The header with the sentences of `warn`. Over tRPC, the result of each call has it too. */
export const warningHeader = "Usance-Warning";

/**
 * Adds a sentence to the response's `Usance-Warning`: the call was done, and its caller may have meant something else.
 *
 * @param sentence in ASCII, because it becomes a header
 */
export function warn(
  { headers }: { readonly headers: Record<string, string> },
  sentence: string,
): void {
  const before = headers[warningHeader];
  headers[warningHeader] = before === undefined ? sentence : `${before}; ${sentence}`;
}

/** How many unknown fields a warning names. */
const maxNamed = 3;

/**
 * Warns of fields that an operation ignores, because a misspelled name changes the result. The specification's
 * operations ignore unknown fields.
 */
export function warnOfUnknown(
  reply: { readonly headers: Record<string, string> },
  input: z.ZodType,
  raw: unknown,
): void {
  const unknown = new Set<string>();
  for (const name of unknownIn(input, raw)) {
    if (unknown.add(shown(name)).size === maxNamed) break;
  }
  if (unknown.size === 0) return;
  warn(reply, `Ignored, because no field or parameter has this name: ${[...unknown].join(", ")}.`);
}

/** The fields that a schema ignores, at every depth: `nmae`, `owner.nmae`, and of any item of a list `lines.amuont`. */
function* unknownIn(schema: z.core.$ZodType, raw: unknown, place = ""): Generator<string> {
  const known = unwrapped(schema);
  if (known instanceof z.ZodArray && Array.isArray(raw)) {
    for (const item of raw) yield* unknownIn(known.element, item, place);
  } else if (isIgnoring(known) && typeof raw === "object" && raw !== null) {
    for (const [name, value] of Object.entries(raw)) {
      const field = Object.hasOwn(known.shape, name) ? known.shape[name] : undefined;
      if (field === undefined) yield place + name;
      else if (typeof value === "object") yield* unknownIn(field, value, `${place}${name}.`);
    }
  }
}

/** Removes the wrappers of a schema that make its value optional or transform it. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.def.in);
  const isWrapper =
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable;
  return isWrapper ? unwrapped(schema.def.innerType) : schema;
}

const isIgnoring = (schema: z.core.$ZodType): schema is z.ZodObject =>
  schema instanceof z.ZodObject && schema.def.catchall === undefined;

/** Returns whether an operation ignores unknown fields. */
export const ignoresOthers = (input: z.ZodType | undefined): boolean =>
  input !== undefined && isIgnoring(unwrapped(input));

/** A name that the caller made up, as a header can have it. */
const shown = (name: string) => name.slice(0, 60).replaceAll(/[^\w.-]/g, "?");

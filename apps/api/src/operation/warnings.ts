import { z } from "zod";

/**
 * Adds a sentence to the response's `Usance-Warning`: the call was done, and its caller may have meant something else.
 *
 * @param sentence in ASCII, because it becomes a header
 */
export function warn(
  { headers }: { readonly headers: Record<string, string> },
  sentence: string,
): void {
  const before = headers["Usance-Warning"];
  headers["Usance-Warning"] = before === undefined ? sentence : `${before}; ${sentence}`;
}

/** How many unknown fields a warning names. */
const maxNamed = 3;

/** Warns of fields that an operation ignores, as those of the specification do: a misspelled one changes what is done. */
export function warnOfUnknown(
  reply: { readonly headers: Record<string, string> },
  input: z.ZodType,
  raw: unknown,
): void {
  const known = fieldsOf(input);
  if (known === null) return;
  let unknown: string[] | undefined;
  for (const name in raw as object) {
    if (name in known) continue;
    unknown ??= [];
    if (unknown.push(shown(name)) === maxNamed) break;
  }
  if (unknown === undefined) return;
  warn(reply, `Ignored, because no field or parameter has this name: ${unknown.join(", ")}.`);
}

/** The fields of an input whose others are ignored; null: it refuses others. */
function fieldsOf(input: z.ZodType | undefined): z.ZodRawShape | null {
  if (input instanceof z.ZodPrefault) return fieldsOf(input.def.innerType as z.ZodType);
  return input instanceof z.ZodObject && input.def.catchall === undefined ? input.shape : null;
}

/** Whether an operation ignores fields that it does not know. */
export const ignoresOthers = (input: z.ZodType | undefined): boolean => fieldsOf(input) !== null;

/** A name that the caller made up, as a header can have it. */
const shown = (name: string) => name.slice(0, 60).replaceAll(/[^\w.-]/g, "?");

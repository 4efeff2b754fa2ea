/**
 * Checks that a peer's responses have all fields of the service's: a shorter response would be less work.
 *
 * @throws Error with what is missing or different
 */
export function assertSameShape(ours: unknown, theirs: unknown, where = "answer"): void {
  if (typeof ours !== "object" || ours === null) {
    if (formOf(ours) === formOf(theirs)) return;
    throw new Error(`${where}: ${String(theirs)} in place of ${String(ours)}`);
  }
  for (const [name, value] of Object.entries(ours)) {
    assertSameShape(value, (theirs as Record<string, unknown> | null)?.[name], `${where}.${name}`);
  }
}

/** Ids and times differ from answer to answer, but not in their form. */
const formOf = (value: unknown) =>
  typeof value === "string"
    ? value.replace(/\d/g, "0").replace(/\b[a-z][a-z0-9]{23}\b/, "id")
    : value;

/** For a sort by the units of texts. */
export const compareTexts = (one: string, other: string) =>
  one < other ? -1 : one > other ? 1 : 0;

/** @returns for each id its row, in the order of the ids; null where no row has it */
export function inOrder<Row extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): (Row | null)[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

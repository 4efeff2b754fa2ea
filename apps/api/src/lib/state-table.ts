/** What may happen to a noun: for each state the triggers it knows, and where each leads. */
export type StateTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

export type StateOf<Table extends StateTable> = keyof Table & string;

export type TriggerOf<Table extends StateTable> = {
  [State in keyof Table]: keyof Table[State];
}[keyof Table] &
  string;

/**
 * A trigger as a compare-and-set: the states it may start from and the one it leads to. Stores move
 * a state only through it, so that the table is the one statement of what may happen.
 */
export function transition<Table extends StateTable>(
  table: Table,
  trigger: TriggerOf<Table>,
): { from: StateOf<Table>[]; to: StateOf<Table> } {
  const from = Object.keys(table).filter((state) => table[state]?.[trigger] !== undefined);
  const targets = new Set(from.map((state) => table[state]?.[trigger]));
  const [to] = targets;
  if (to === undefined || targets.size > 1) {
    throw new Error(`The trigger ${trigger} must lead to one state.`);
  }
  return { from, to };
}

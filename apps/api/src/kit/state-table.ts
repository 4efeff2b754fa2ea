/** A noun's states: for each, its triggers and the states that they lead to. */
export type StateTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The states of a table. */
export type StateOf<Table extends StateTable> = keyof Table & string;

/** The triggers of a table. */
export type TriggerOf<Table extends StateTable> = {
  [State in keyof Table]: keyof Table[State];
}[keyof Table] &
  string;

/**
 * A trigger as a compare-and-set: the states that it starts from and the state that it leads to. Stores change
 * states only through it, so that the table alone decides which changes are possible.
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

/** What callers were told, to be held against what is so in the end. */
export interface ToldOfCharges {
  /** Events that were said to be recorded, by their keys: by the call itself, or by one that repeated it. A key begins with the charge. */
  readonly served: Map<string, "recorded" | "known">;
  /** Keys of events that were refused because of their balance. */
  readonly refused: Set<string>;
  /** How each hold ended, by its id: what was charged, or null if it was given back. */
  readonly ended: Map<string, string | null>;
  /** Ids of grants that were made. */
  readonly granted: Set<string>;
  /** Ids of the invoices of top-ups that were said to be paid. */
  readonly toppedUp: Set<string>;
  /** Ids of balances that were spent to zero, once. */
  readonly depleted: Set<string>;
  readonly answers: Map<string, number>;
  problem(what: string): void;
}

export const toldOfCharges = (problem: ToldOfCharges["problem"]): ToldOfCharges => ({
  served: new Map(),
  refused: new Set(),
  ended: new Map(),
  granted: new Set(),
  toppedUp: new Set(),
  depleted: new Set(),
  answers: new Map(),
  problem,
});

import type { Book } from "../../balances/book.ts";
import type { KeptCredits } from "../../balances/credits.ts";
import type { HoldEnd, HoldView } from "../../balances/hold-store.ts";
import type { BalanceHold } from "../../db/generated/client.ts";
import type { RefusalTerms } from "../../kit/refusal.ts";

/** What a batch of calls changes, while the balances are locked. */
export interface Ledger {
  readonly books: ReadonlyMap<string, Book>;
  readonly kept: KeptCredits;
  readonly holds: Holds;
  readonly placed: BalanceHold[];
  readonly ends: HoldEnd[];
  readonly now: Date;
}

/** A hold after a call; and why the call was refused, if it was. */
export interface HoldChanged {
  /** null: the tenant has no such hold. */
  readonly hold: HoldView | null;
  readonly why: RefusalTerms | null;
}

/** The holds of a batch, with the changes so far. */
export class Holds {
  readonly #byId = new Map<string, BalanceHold>();
  readonly #byKey = new Map<string, string>();

  constructor(rows: readonly BalanceHold[]) {
    for (const row of rows) this.set(row);
  }

  byId(id: string): BalanceHold | undefined {
    return this.#byId.get(id);
  }

  byKey(named: Pick<BalanceHold, "balanceId" | "key">): BalanceHold | undefined {
    return this.#byId.get(this.#byKey.get(nameOf(named)) ?? "");
  }

  set(hold: BalanceHold): void {
    this.#byId.set(hold.id, hold);
    this.#byKey.set(nameOf(hold), hold.id);
  }
}

/** Ids do not contain NUL. */
const nameOf = ({ balanceId, key }: Pick<BalanceHold, "balanceId" | "key">) =>
  `${balanceId}\0${key}`;

export const shownOf = (
  hold: BalanceHold,
  { balance: { serviceId, userId } }: Pick<Book, "balance">,
): HoldView => ({ ...hold, serviceId, userId });

import { findHoldsAsked, type HoldView } from "../balances/holds.ts";
import { OneHold } from "../contract/holds.ts";
import { inTransaction, type Queryable } from "../db/client.ts";
import { testTimeIn } from "../lib/clock.ts";
import { JsonAnswer } from "../lib/json-answer.ts";
import type { Writing, WritingInParts } from "../operation/work.ts";
import { changeHolds, type HoldChange } from "./change-holds.ts";
import type { HoldChanged } from "./ledger.ts";

/** How a call changes a hold, and reads it as it is stored. */
export interface HoldWork {
  readonly db: Queryable;
  change(one: HoldChange): Promise<HoldChanged>;
  /** @returns null when the tenant has no such hold */
  find(id: string): Promise<HoldView | null>;
}

/**
 * Changes a hold in one transaction with the calls that arrive at about the same time: a hold remembers its own key, and
 * who placed it. A call with an Idempotency-Key has a transaction of its own, which stores the answer.
 *
 * @param part must not wait for another connection of the requests' pool: such a transaction has one
 */
export async function holdOnce(
  work: WritingInParts,
  part: (holds: HoldWork) => Promise<HoldView>,
): Promise<JsonAnswer> {
  const answer = async (holds: HoldWork) => OneHold.parse({ hold: await part(holds) });
  const { idempotencyKey } = work.request;
  if (idempotencyKey !== undefined) {
    return new HoldText(await work.commit((writing) => answer(alone(writing))));
  }
  const now = await work.time();
  // A batch has the real time.
  if (testTimeIn(now) === null) return new HoldText(await answer(inBatch(work)));
  const { tenant } = work;
  return new HoldText(await inTransaction(work.db, (tx) => answer(alone({ tx, now, tenant }))));
}

const inBatch = ({ db, batch, tenant }: WritingInParts): HoldWork => ({
  db,
  change: (one) => batch.holds(changeHolds, one),
  find: (id) => batch.read(findHoldsAsked, { id, tenant }),
});

const alone = ({ tx, now, tenant }: Pick<Writing, "tx" | "now" | "tenant">): HoldWork => ({
  db: tx,
  change: async (one) => {
    const [changed] = await changeHolds(tx, [one], now);
    if (changed === undefined) throw new Error("Each change has its result.");
    return changed;
  },
  find: async (id) => (await findHoldsAsked(tx, [{ id, tenant }]))[0] ?? null,
});

interface OneHoldShown {
  readonly hold: { readonly id: string };
}

/** A hold as it was answered first: a stored answer is JSON already. */
class HoldText extends JsonAnswer {
  readonly #answer: OneHoldShown;

  constructor(answer: OneHoldShown) {
    super(answer.hold);
    this.#answer = answer;
  }

  override text(): string {
    return JSON.stringify(this.#answer);
  }
}

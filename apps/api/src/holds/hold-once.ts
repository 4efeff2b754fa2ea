import { OneHold } from "../contract/holds.ts";
import type { Batched } from "../db/batches.ts";
import type { InTransaction } from "../db/client.ts";
import { JsonAnswer } from "../lib/json-answer.ts";
import type { WritingInParts } from "../operation/work.ts";
import type { HoldView } from "./load-hold.ts";

/**
 * Changes a hold in one transaction with the calls that arrive at about the same time: a hold remembers its own key, and
 * who placed it. A call with an Idempotency-Key has a transaction of its own, which stores the answer.
 *
 * @param change changes a hold by its argument; whatever else it reads, it reads outside of that transaction
 */
export async function holdOnce(
  work: WritingInParts,
  change: (commit: Batched) => Promise<HoldView>,
): Promise<JsonAnswer> {
  const answer = async (commit: Batched) => OneHold.parse({ hold: await change(commit) });
  const { idempotencyKey } = work.request;
  if (idempotencyKey === undefined) return new HoldText(await answer(work.batch.commit));
  return new HoldText(await work.commit((writing) => answer(alone(writing))));
}

const alone =
  ({ tx, now }: InTransaction): Batched =>
  async (work, item) => {
    const [result] = await work(tx, [item], now);
    if (result === undefined) throw new Error("A batch has a result for each item.");
    return result;
  };

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

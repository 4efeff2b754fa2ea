import { findHoldsAsked, type HoldView } from "../../balances/hold-store.ts";
import { inTransaction, type Queryable } from "../../db/client.ts";
import { testTimeIn } from "../../kit/clock.ts";
import { JsonAnswer } from "../../kit/json-answer.ts";
import { formatAmount } from "../../kit/money.ts";
import type { MultiCommitWrite, Writing } from "../../operation/work.ts";
import { OneHold } from "../../schemas/holds.ts";
import { changeHolds, type HoldChange, type HoldChanged } from "./change-holds.ts";

/** A hold in JSON: exactly what the schema `Hold` makes of it (hold-json.test.ts). */
export function holdJson(hold: HoldView): string {
  const { id, balanceId, serviceId, userId, key, status, amount, charged, usageEventId } = hold;
  const ids = `"id":"${id}","balanceId":"${balanceId}","serviceId":"${serviceId}","userId":"${userId}"`;
  const taken = charged === null ? "null" : `"${formatAmount(charged)}"`;
  const event = usageEventId === null ? "null" : `"${usageEventId}"`;
  const amounts = `"amount":"${formatAmount(amount)}","charged":${taken},"usageEventId":${event}`;
  const [expiresAt, createdAt, updatedAt] = [hold.expiresAt, hold.createdAt, hold.updatedAt].map(
    (time) => time.toISOString(),
  );
  const times = `"expiresAt":"${expiresAt}","createdAt":"${createdAt}","updatedAt":"${updatedAt}"`;
  return `{${ids},"key":${JSON.stringify(key)},"status":"${status}",${amounts},${times}}`;
}

type HoldParts = Pick<
  MultiCommitWrite,
  "request" | "commit" | "db" | "batch" | "times" | "tenant" | "time"
>;

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
 * @param change must not wait for another connection of the requests' pool: such a transaction has one
 */
export async function holdOnce(
  work: HoldParts,
  change: (holds: HoldWork) => Promise<HoldView>,
): Promise<JsonAnswer> {
  if (work.request.idempotencyKey === undefined) {
    const hold = await change(inBatch(work));
    return new HoldAnswer(hold.id, `{"hold":${holdJson(hold)}}`);
  }
  const answer = await work.commit(async (writing) =>
    OneHold.parse({ hold: await change(alone(writing)) }),
  );
  return new HoldAnswer(answer.hold.id, JSON.stringify(answer));
}

const inBatch = (work: HoldParts): HoldWork => {
  const { db, batch, times, tenant } = work;
  const testTimeOf = times.areTestClocksAllowed
    ? async (serviceId: string) => testTimeIn(await times.of(db, serviceId))
    : null;
  return {
    db,
    change: async (one) =>
      (await batch.holds(changeHolds, { ...one, testTimeOf })) ?? (await onTestClock(work, one)),
    find: (id) => batch.read(findHoldsAsked, { id, tenant }),
  };
};

/** A batch has the real time, so a hold of a service on a test clock is changed in a transaction of its own. */
async function onTestClock(work: HoldParts, one: HoldChange): Promise<HoldChanged> {
  const { db, tenant } = work;
  const now = await work.time();
  return inTransaction(db, (tx) => alone({ tx, now, tenant }).change(one));
}

/** The time is that of the service of the hold. */
const alone = ({ tx, now, tenant }: Pick<Writing, "tx" | "now" | "tenant">): HoldWork => ({
  db: tx,
  change: async (one) => {
    const [changed] = await changeHolds(tx, [{ ...one, testTimeOf: null }], now);
    if (changed == null) throw new Error("A change in a transaction of its own has its result.");
    return changed;
  },
  find: async (id) => (await findHoldsAsked(tx, [{ id, tenant }]))[0] ?? null,
});

/** A hold as JSON text: a stored answer is JSON already. */
class HoldAnswer extends JsonAnswer {
  readonly #text: string;

  constructor(id: string, text: string) {
    super({ id });
    this.#text = text;
  }

  override text(): string {
    return this.#text;
  }
}

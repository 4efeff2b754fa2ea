import { z } from "zod";
import { findHoldsAsked, type HoldView } from "../../balances/hold-store.ts";
import { inTransaction, type Queryable } from "../../db/client.ts";
import { testTimeIn } from "../../kit/clock.ts";
import {
  dateTime,
  decimal,
  nested,
  omittable,
  request,
  requiredId,
  requiredKey,
} from "../../kit/fields.ts";
import { JsonAnswer } from "../../kit/json-answer.ts";
import { formatAmount } from "../../kit/money.ts";
import { orRefuse, Refusal } from "../../kit/refusal.ts";
import { read, write } from "../../operation/define.ts";
import { type TimedRecords, upToDate } from "../../operation/ports/due.ts";
import type { CoreParts } from "../../operation/ports/parts.ts";
import type { MultiCommitWrite, Writing } from "../../operation/work.ts";
import {
  balanceForPrefix,
  balanceFrozen,
  balanceNotFound,
  balanceTooLow,
  chargeIncomplete,
  givenHold,
  notPriced,
  overdraftUnknown,
} from "../../schemas/balances.ts";
import {
  holdKeyUsed,
  holdNotFound,
  holdNotHeld,
  holdTooLong,
  OneHold,
} from "../../schemas/holds.ts";
import { exampleLimitReached } from "../../schemas/limits.ts";
import { quoteTooLarge } from "../../schemas/quotes.ts";
import { subscriptionNotOfServiceAndUser } from "../../schemas/subscriptions.ts";
import { subscriptionTakesNoUsage, usageEventFields } from "../../schemas/usage-events.ts";
import { changeHolds, type HoldChange, type HoldChanged } from "./change-holds.ts";

/**
 * Loads a hold as of now, in one statement with the holds of concurrent requests.
 *
 * @throws Refusal 404 when the tenant has no such hold
 */
function loadHold({ tenant, batch, db, due }: CoreParts, id: string): Promise<HoldView> {
  const read = async () => orRefuse(await batch.read(findHoldsAsked, { id, tenant }), holdNotFound);
  // Its balance may have something else that is due; only what is due of the hold changes this answer.
  const timed = ({ status, heldOnId: id, serviceId, expiresAt }: HoldView) =>
    status === "HELD" ? { balances: [{ id, serviceId, nextDueAt: expiresAt }] } : null;
  return upToDate({ db, due }, read, timed);
}

/** The inputs are compiled, because callers that stream hold and commit for each call. */
const HoldId = z.compile(request({ holdId: requiredId() }));

export const getHold = read("GET /holds/{holdId}", {
  name: "holds.get",
  summary: "Get a hold",
  description:
    "Returns the hold as of now: after its `expiresAt`, a hold that was not ended is `EXPIRED`.",
  refusals: { holdNotFound },
  input: HoldId,
  output: OneHold,
  run: async (work, { holdId }) => ({ hold: await loadHold(work, holdId) }),
});

const newHold = request({
  balanceId: requiredId().meta({ description: "Id of the balance, one without `keyPrefix`" }),
  key: requiredKey(255).meta({
    description:
      "Names the call. A balance has one hold per key: the same key with the same fields returns the same hold",
    example: "completion:7f3a",
  }),
  amount: givenHold().meta({
    description:
      'Amount to set aside, in USDC with at most six decimal places: the max cost of the call; or `{"rateCard": true}`: what `usage` costs now by the rate card of the plan, which may be 0. Other holds in place do not count in its tiers',
    example: "0.500000",
  }),
  usage: omittable(
    nested({
      subscriptionId: requiredId().meta({
        description: "Id of the subscription, of the balance's service and user",
      }),
      eventKey: usageEventFields.shape.eventKey.meta({
        description:
          "Key of its usage event, or another one with the same prefix, by which limits count it",
        example: "tokens:7f3a",
      }),
      subject: usageEventFields.shape.subject,
      quantity: decimal().meta({ description: "Max number of units", example: "4000" }),
    }),
  ).meta({
    description:
      "What the call may use at most. It is reserved in the limits that apply, with one event and the amount, until the hold ends; if it does not fit, nothing is held. Default: nothing is reserved",
  }),
  expiresAt: dateTime().meta({
    description:
      "When the amount is given back unless the hold was committed or released: at most 24 hours from now",
  }),
});

export const placeHold = write("POST /holds", {
  name: "holds.create",
  summary: "Hold a part of a balance",
  description:
    "Sets the max cost of a call aside before you make the call. Then commit the actual cost, or release the hold. If you do neither, the amount is given back at `expiresAt`. The same key and fields return the same hold, so after a time-out you can safely send it again.",
  status: 201,
  refusals: {
    balanceNotFound,
    subscriptionNotOfServiceAndUser,
    subscriptionTakesNoUsage,
    holdKeyUsed,
    holdTooLong,
    balanceForPrefix,
    balanceFrozen,
    balanceTooLow,
    chargeIncomplete: chargeIncomplete("usage"),
    notPriced,
    quoteTooLarge,
    limitReached: exampleLimitReached,
  },
  transaction: "own", // one transaction for a batch of holds, which remember their keys and who placed them
  input: z.compile(newHold),
  output: OneHold,
  run: (work, input) =>
    holdOnce(work, async ({ change }) => {
      const { tenant, by } = work;
      const { usage = null, ...fields } = input;
      const { hold, why } = await change({ ...fields, usage, tenant, apiKeyId: by.keyId });
      if (hold === null || why !== null) throw new Refusal(why ?? balanceNotFound);
      return hold;
    }),
});

export const releaseHold = write("POST /holds/{holdId}/release", {
  name: "holds.release",
  summary: "Release a hold",
  description:
    "Gives back the whole amount, for example because the call was not made. Sending it again is safe: a released hold is returned unchanged.",
  refusals: { holdNotFound, holdNotHeld: holdNotHeld("COMMITTED") },
  transaction: "own", // one transaction for a batch of holds
  input: HoldId,
  output: OneHold,
  run: (work, { holdId: id }) =>
    holdOnce(work, async ({ change }) => {
      const { hold, why } = await change({ id, tenant: work.tenant, commit: null });
      if (hold === null) throw new Refusal(holdNotFound);
      if (why !== null && hold.status !== "RELEASED") throw new Refusal(why);
      return hold;
    }),
});

/** A hold in JSON: exactly what the schema `Hold` makes of it (hold-json.test.ts). */
export function holdJson(hold: HoldView): string {
  const { id, balanceId, serviceId, userId, key, status, amount, charged, usageEventId, usage } =
    hold;
  const ids = `"id":"${id}","balanceId":"${balanceId}","serviceId":"${serviceId}","userId":"${userId}"`;
  const taken = charged === null ? "null" : `"${formatAmount(charged)}"`;
  const event = usageEventId === null ? "null" : `"${usageEventId}"`;
  const amounts = `"amount":"${formatAmount(amount)}","charged":${taken},"usageEventId":${event}`;
  const used =
    usage === null ? "null" : JSON.stringify({ ...usage, quantity: formatAmount(usage.quantity) });
  const [expiresAt, createdAt, updatedAt] = [hold.expiresAt, hold.createdAt, hold.updatedAt].map(
    (time) => time.toISOString(),
  );
  const times = `"expiresAt":"${expiresAt}","createdAt":"${createdAt}","updatedAt":"${updatedAt}"`;
  return `{${ids},"key":${JSON.stringify(key)},"status":"${status}",${amounts},"usage":${used},${times}}`;
}

type HoldParts = Pick<
  MultiCommitWrite,
  "request" | "commit" | "db" | "batch" | "due" | "times" | "tenant" | "time"
>;

/** How a call changes a hold, and reads it as it is stored. */
export interface HoldWork {
  readonly db: Queryable;
  change(one: HoldChange): Promise<HoldChanged>;
  /** @returns null when the tenant has no such hold */
  find(id: string): Promise<HoldView | null>;
}

/** Records must be advanced before a hold is changed; nothing was done. */
export class Overdue extends Error {
  override readonly name = "Overdue";
  readonly records: TimedRecords;

  constructor(records: TimedRecords) {
    super("Overdue records must be advanced before the hold is changed.");
    this.records = records;
  }
}

/**
 * Changes a hold in one transaction with the calls that arrive at about the same time: a hold remembers its own key, and
 * who placed it. A call with an Idempotency-Key has a transaction of its own, which stores the answer.
 *
 * @param change must not wait for another connection of the requests' pool: such a transaction has one. When it throws
 *   Overdue, the records are advanced, and it is called again
 */
export async function holdOnce(
  work: HoldParts,
  change: (holds: HoldWork) => Promise<HoldView>,
): Promise<JsonAnswer> {
  for (;;) {
    try {
      return await changeOnce(work, change);
    } catch (error) {
      // Only now: what is due is advanced on a connection of its own, for which no transaction may wait.
      const isAdvanced = error instanceof Overdue && (await work.due.advance(work, error.records));
      if (!isAdvanced) throw error;
    }
  }
}

async function changeOnce(
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
    change: async (one) => {
      const changed = await batch.holds(changeHolds, { ...one, testTimeOf });
      return changed === null ? onTestClock(work, one) : orOverdue(one, changed);
    },
    find: (id) => batch.read(findHoldsAsked, { id, tenant }),
  };
};

/** @throws Overdue when what backs the overdraft of the balance must be looked up */
function orOverdue(one: HoldChange, changed: HoldChanged): HoldChanged {
  if (changed.why !== overdraftUnknown) return changed;
  const id = "balanceId" in one ? one.balanceId : changed.hold?.balanceId;
  throw new Overdue({ overdrafts: id === undefined ? [] : [{ id }] });
}

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
    return orOverdue(one, changed);
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

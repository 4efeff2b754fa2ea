import { z } from "zod";
import { type HoldView, stateAfter } from "../../balances/hold-store.ts";
import { findCharges } from "../../balances/store.ts";
import { Prisma } from "../../db/generated/client.ts";
import {
  dateTime,
  decimal,
  nested,
  omittable,
  optionalBoolean,
  optionalId,
  request,
  requiredId,
  requiredKey,
} from "../../kit/fields.ts";
import { toTokenUnits } from "../../kit/money.ts";
import { orRefuse, Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import type { Keyed, MultiCommitWrite } from "../../operation/work.ts";
import {
  balanceForPrefix,
  balanceFrozen,
  balanceTooLow,
  byRateCard,
  chargeIncomplete,
  givenCharge,
  notPriced,
} from "../../schemas/balances.ts";
import { holdNotFound, holdNotHeld, moreThanHeld, OneHold } from "../../schemas/holds.ts";
import { exampleLimitReached } from "../../schemas/limits.ts";
import { quoteTooLarge } from "../../schemas/quotes.ts";
import { subscriptionNotOfServiceAndUser } from "../../schemas/subscriptions.ts";
import {
  eventAlreadyRecorded,
  invoiceOfAnother,
  subscriptionTakesNoUsage,
  tooMuchAtOnce,
  usageEventFields,
} from "../../schemas/usage-events.ts";
import { findUsageEvent } from "../store.ts";
import { type HoldWork, holdOnce, Overdue } from "./holds.ts";

const HeldUsageEvent = nested({
  subscriptionId: requiredId().meta({
    description:
      "Id of the subscription. It must be `ACTIVE` and belong to the balance's service and user",
  }),
  eventKey: requiredKey(255).meta({
    description: "What was used. Each key is recorded once per subscription",
    example: "completion:7f3a",
  }),
  subject: usageEventFields.shape.subject,
  quantity: decimal().meta({
    description: "Number of units, with at most six decimal places",
    example: "1840",
  }),
  invoiceId: optionalId().meta({
    description: "Id of an invoice of the same service and user that bills this usage",
  }),
  occurredAt: omittable(dateTime()).meta({
    description:
      "When the usage occurred. Digits below the millisecond are dropped. Default: the time of the call",
  }),
});

const holdCommit = request({
  holdId: requiredId(),
  amount: givenCharge().meta({
    description:
      'What the call cost, in USDC with at most six decimal places; or `{"rateCard": true}`: what `usageEvent` costs by the rate card of the plan',
    example: "0.125000",
  }),
  allowMore: optionalBoolean().meta({
    description:
      "Whether more than was held may be charged, if it is available on the balance. Default: false",
    example: true,
  }),
  usageEvent: omittable(HeldUsageEvent).meta({
    description:
      "The usage event to record in the same commit. If it is refused, nothing is charged. Default: none",
  }),
});

const HoldCommit = z.compile(holdCommit);

type Input = z.output<typeof HoldCommit>;

export const commitHold = write("POST /holds/{holdId}/commit", {
  name: "holds.commit",
  summary: "Commit a hold",
  description:
    "Charges the actual cost of the call, records its usage event and gives back the rest, all in one commit. Sending the same commit again is safe: the committed hold is returned unchanged.",
  refusals: {
    holdNotFound,
    holdNotHeld: holdNotHeld("RELEASED"),
    moreThanHeld,
    balanceForPrefix,
    balanceFrozen,
    balanceTooLow,
    chargeIncomplete: chargeIncomplete("usageEvent"),
    notPriced,
    quoteTooLarge,
    limitReached: exampleLimitReached,
    invoiceOfAnother,
    subscriptionNotOfServiceAndUser,
    subscriptionTakesNoUsage,
    eventAlreadyRecorded,
    tooMuchAtOnce,
  },
  transaction: "own", // one transaction for a batch of holds
  input: HoldCommit,
  output: OneHold,
  run: (work, input) =>
    holdOnce(work, async (holds) => {
      const { hold, why } = await commit(work, holds, input);
      const at = { db: holds.db, tenant: work.tenant };
      if (why !== null && !(await isSameCommit(at, hold, input))) throw new Refusal(why);
      return hold;
    }),
});

type EventParts = Pick<MultiCommitWrite, "meter" | "tenant" | "by">;

/** The hold after the call; and why the call was refused, if it was. */
interface Committed {
  readonly hold: HoldView;
  readonly why: RefusalTerms | null;
}

async function commit(work: EventParts, holds: HoldWork, input: Input): Promise<Committed> {
  const { holdId: id, amount, allowMore = false, usageEvent } = input;
  if (usageEvent !== undefined) return commitWithEvent(work, holds, input, usageEvent);
  if (amount === byRateCard) throw new Refusal(chargeIncomplete("usageEvent"));
  const toCommit = { amount: toTokenUnits(amount), allowMore };
  const { hold, why } = await holds.change({ id, tenant: work.tenant, commit: toCommit });
  if (hold === null) throw new Refusal(holdNotFound);
  return { hold, why };
}

/** The event and its charge are recorded by the meter, in one commit with those of other calls. */
async function commitWithEvent(
  { meter, tenant, by }: EventParts,
  { find }: HoldWork,
  { holdId: id, amount, allowMore = false }: Input,
  usageEvent: NonNullable<Input["usageEvent"]>,
): Promise<Committed> {
  const before = orRefuse(await find(id), holdNotFound);
  const { balanceId, serviceId, userId } = before;
  const charge = { balanceId, amount, hold: { id, allowMore } };
  const input = { ...usageEvent, serviceId, userId, balanceId, charge: amount };
  const [metered] = await meter.record([
    { input, charge, tenant, apiKeyId: by.keyId, idempotencyHash: null },
  ]);
  if (metered === undefined || metered.outcome === "failed") throw metered?.error;
  if (metered.outcome === "overdue") throw new Overdue(metered.records);
  if (metered.outcome === "refused") {
    const hold = (await find(id)) ?? before;
    return { hold, why: hold.status === "HELD" ? metered.why : holdNotHeld(hold.status) };
  }
  const charged = amount === byRateCard ? metered.usageEvent.charge?.amount : amount.toFixed();
  if (charged === undefined) throw new Error("What the rate card prices must have a price.");
  const hold: HoldView = {
    ...before,
    status: stateAfter.commit,
    charged: new Prisma.Decimal(charged),
    usageEventId: metered.usageEvent.id,
    updatedAt: metered.at,
  };
  return { hold, why: null };
}

/** Returns whether an earlier call with the same input committed the hold: its answer may have been lost. */
async function isSameCommit(
  { db, tenant }: Pick<Keyed, "db" | "tenant">,
  { status, charged, usageEventId }: HoldView,
  { amount, usageEvent }: Input,
): Promise<boolean> {
  if (status !== "COMMITTED" || charged === null) return false;
  if (amount !== byRateCard && !amount.eq(charged.toFixed())) return false;
  if (usageEventId === null || usageEvent === undefined) {
    return usageEventId === null && usageEvent === undefined;
  }
  const [entry] = await findCharges(db, [usageEventId]);
  if ((entry?.rateCardId != null) !== (amount === byRateCard)) return false;
  const event = await findUsageEvent(db, usageEventId, tenant);
  return (
    event?.subscriptionId === usageEvent.subscriptionId &&
    event.eventKey === usageEvent.eventKey &&
    usageEvent.quantity.eq(event.quantity.toFixed())
  );
}

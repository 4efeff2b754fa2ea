import type { z } from "zod";
import { balanceFrozen, balanceTooLow, chargesNotDistributed } from "../contract/balances.ts";
import { HoldCommit, holdNotFound, holdNotHeld, moreThanHeld, OneHold } from "../contract/holds.ts";
import { subscriptionNotOfServiceAndUser } from "../contract/subscriptions.ts";
import {
  eventAlreadyRecorded,
  invoiceOfAnother,
  subscriptionTakesNoUsage,
  tooMuchAtOnce,
} from "../contract/usage-events.ts";
import type { Batched } from "../db/batches.ts";
import { toTokenUnits } from "../lib/money.ts";
import { Refusal } from "../lib/refusal.ts";
import { write } from "../operation/define.ts";
import type { Keyed, WritingInParts } from "../operation/work.ts";
import { findUsageEvent } from "../usage/get-usage-event.ts";
import { meterUpToDate } from "../usage/meter-up-to-date.ts";
import { type Ended, endEachHold } from "./end-holds.ts";
import { holdOnce } from "./hold-once.ts";
import { type HoldView, loadHold } from "./load-hold.ts";

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
    balanceFrozen,
    balanceTooLow,
    invoiceOfAnother,
    subscriptionNotOfServiceAndUser,
    subscriptionTakesNoUsage,
    eventAlreadyRecorded,
    chargesNotDistributed,
    tooMuchAtOnce,
  },
  transaction: "own", // one transaction for a batch of holds
  input: HoldCommit,
  output: OneHold,
  run: (work, input) =>
    holdOnce(work, async (commit) => {
      const { usageEvent } = input;
      const { hold, why } =
        usageEvent === undefined
          ? await commitAlone(work, commit, input)
          : await commitWithEvent(work, input, usageEvent);
      if (why !== null && !(await isSameCommit(work, hold, input))) throw new Refusal(why);
      return hold;
    }),
});

async function commitAlone(
  { tenant }: WritingInParts,
  commit: Batched,
  { holdId: id, amount, allowMore = false }: Input,
): Promise<Ended> {
  const toCommit = { amount: toTokenUnits(amount), allowMore };
  const ended = await commit(endEachHold, { id, tenant, commit: toCommit });
  if (ended === null) throw new Refusal(holdNotFound);
  return ended;
}

/** The event and its charge are recorded by the meter, in one commit with those of other calls. */
async function commitWithEvent(
  work: WritingInParts,
  { holdId, amount, allowMore = false }: Input,
  usageEvent: NonNullable<Input["usageEvent"]>,
): Promise<Ended> {
  const before = await loadHold(work, holdId);
  if (before.status !== "HELD") return { hold: before, why: holdNotHeld(before.status) };
  const { id, balanceId, serviceId, userId } = before;
  const charge = { balanceId, amount, hold: { id, allowMore } };
  const input = { ...usageEvent, serviceId, userId, balanceId, charge: amount };
  const { tenant, by } = work;
  const [metered] = await meterUpToDate(work, [
    { input, charge, tenant, apiKeyId: by.keyId, idempotencyHash: null },
  ]);
  if (metered === undefined || metered.outcome === "failed") throw metered?.error;
  const why = metered.outcome === "refused" ? metered.why : null;
  return { hold: await loadHold(work, id), why };
}

/** Whether the hold was committed by an earlier call that was the same as this one, whose answer may have been lost. */
async function isSameCommit(
  { db, tenant }: Keyed,
  { status, charged, usageEventId }: HoldView,
  { amount, usageEvent }: Input,
): Promise<boolean> {
  if (status !== "COMMITTED" || charged === null || !amount.eq(charged.toFixed())) return false;
  if (usageEventId === null || usageEvent === undefined) {
    return usageEventId === null && usageEvent === undefined;
  }
  const event = await findUsageEvent(db, usageEventId, tenant);
  return (
    event?.subscriptionId === usageEvent.subscriptionId &&
    event.eventKey === usageEvent.eventKey &&
    usageEvent.quantity.eq(event.quantity.toFixed())
  );
}

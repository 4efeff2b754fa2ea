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
import { toTokenUnits } from "../lib/money.ts";
import { Refusal, type RefusalTerms } from "../lib/refusal.ts";
import { write } from "../operation/define.ts";
import type { Keyed } from "../operation/work.ts";
import { findUsageEvent } from "../usage/get-usage-event.ts";
import { meterUpToDate } from "../usage/meter-up-to-date.ts";
import { endEachHold } from "./end-holds.ts";
import { type HoldView, loadHold } from "./load-hold.ts";

type Input = z.output<typeof HoldCommit>;

export const commitHold = write("POST /holds/{holdId}/commit", {
  name: "holds.commit",
  summary: "Commit a hold",
  description:
    "Charges what the call did cost, records its usage event and gives back the rest, all in one commit. Sending the same commit again is safe: the committed hold is returned as it is.",
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
  remembersAnswer: false,
  input: HoldCommit,
  output: OneHold,
  run: async (work, input) => {
    const before = await loadHold(work, input.holdId);
    const why =
      before.status === "HELD" ? await commit(work, before, input) : holdNotHeld(before.status);
    const hold = await loadHold(work, before.id);
    if (why !== null && !(await isSameCommit(work, hold, input))) throw new Refusal(why);
    return { hold };
  },
});

/** @returns null; otherwise why it was refused */
async function commit(
  work: Keyed,
  { id, balanceId, serviceId, userId }: HoldView,
  { amount, allowMore = false, usageEvent }: Input,
): Promise<RefusalTerms | null> {
  if (usageEvent === undefined) {
    const units = toTokenUnits(amount);
    return work.batch.commit(endEachHold, { id, balanceId, commit: { amount: units, allowMore } });
  }
  const charge = { balanceId, amount, hold: { id, allowMore } };
  const input = { ...usageEvent, serviceId, userId, balanceId, charge: amount };
  const { tenant, by } = work;
  const [metered] = await meterUpToDate(work, [
    { input, charge, tenant, apiKeyId: by.keyId, idempotencyHash: null },
  ]);
  if (metered?.outcome === "refused") return metered.why;
  if (metered?.outcome !== "recorded") throw metered?.error;
  return null;
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

import type { z } from "zod";
import { giveBackCharge } from "../balances/give-credit.ts";
import { findHeldInvoice } from "../billing/invoices/invoice-records.ts";
import {
  balanceFrozen,
  balanceNotFound,
  balanceTooLow,
  chargeIncomplete,
} from "../contract/balances.ts";
import {
  correctionsNotDistributed,
  eventAlreadyRecorded,
  NewUsageEventVoid,
  subscriptionTakesNoUsage,
  usageEventBilled,
  usageEventNotFound,
  usageEventVoided,
  VoidedUsageEvent,
} from "../contract/usage-events.ts";
import { isDistributed } from "../db/client.ts";
import { Refusal } from "../lib/refusal.ts";
import { write } from "../operation/define.ts";
import type { Writing } from "../operation/work.ts";
import type { UsageEventRow } from "../ports/meter.ts";
import { loadUsageEvent } from "../usage/get-usage-event.ts";
import { recordWithin } from "../usage/record-within.ts";
import { completeVoid, insertVoid } from "../usage/voids.ts";

type Replacement = NonNullable<z.output<typeof NewUsageEventVoid>["replacement"]>;

export const voidUsageEvent = write("POST /usage-events/{usageEventId}/void", {
  name: "usageEvents.void",
  summary: "Void a usage event",
  description:
    "The event stays as it is, but no longer counts: sums, quotes and usage hashes omit it. If a prepaid balance was charged for the event, the charge is returned as credit that does not expire. `replacement` is recorded in the same transaction. Refused with 409 if the event is on an invoice that is not a `DRAFT`: create a credit note for that invoice instead.",
  refusals: {
    usageEventNotFound,
    correctionsNotDistributed,
    usageEventBilled: usageEventBilled("PAID"),
    usageEventVoided,
    chargeIncomplete: chargeIncomplete("charge"),
    subscriptionTakesNoUsage,
    eventAlreadyRecorded,
    balanceNotFound,
    balanceFrozen,
    balanceTooLow,
  },
  input: NewUsageEventVoid,
  output: VoidedUsageEvent,
  run: async (work, { usageEventId, reason, replacement }) => {
    const { tx, clock } = work;
    const event = await loadUsageEvent(work, usageEventId);
    if (isDistributed(tx)) throw new Refusal(correctionsNotDistributed);
    await requireDraft(work, event);
    const now = clock.now();
    const { id, subscriptionId, eventKey, invoiceId, occurredAt } = event;
    const of = { usageEventId: id, subscriptionId, eventKey, invoiceId, occurredAt };
    // Of two concurrent calls the second waits here for the first.
    const isNew = await insertVoid(tx, { ...of, reason, createdAt: now });
    if (!isNew) throw new Refusal(usageEventVoided);
    // Given back first, so that it can pay for the replacement.
    const balanceCreditId = await giveBackCharge({ tx, now }, id, `Voided usage: ${reason}`);
    const replacementId =
      replacement === undefined ? null : await recordInstead(work, event, replacement);
    await completeVoid(tx, id, { balanceCreditId, replacementId });
    return {
      usageEvent: await loadUsageEvent(work, id),
      replacement: replacementId === null ? null : await loadUsageEvent(work, replacementId),
    };
  },
});

/** Locks the invoice of an event, so that it stays a `DRAFT` until the event is voided. @throws Refusal 409 */
async function requireDraft({ tx, tenant }: Writing, { invoiceId }: UsageEventRow): Promise<void> {
  if (invoiceId === null) return;
  const invoice = await findHeldInvoice({ tx, tenant }, invoiceId);
  if (invoice === null) throw new Error("A foreign key keeps the invoice of a usage event.");
  if (invoice.status !== "DRAFT") throw new Refusal(usageEventBilled(invoice.status));
}

function recordInstead(
  work: Writing,
  { serviceId, subscriptionId, userId, invoiceId, occurredAt }: UsageEventRow,
  replacement: Replacement,
): Promise<string> {
  return recordWithin(work, {
    serviceId,
    subscriptionId,
    userId,
    invoiceId: invoiceId ?? undefined,
    ...replacement,
    occurredAt: replacement.occurredAt ?? occurredAt,
  });
}

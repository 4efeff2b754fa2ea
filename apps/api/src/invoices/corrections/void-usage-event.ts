import { z } from "zod";
import { findBalanceOf } from "../../balances/load-balance.ts";
import { findCharges, type TakenCharge } from "../../balances/store.ts";
import { type InTransaction, isDistributed } from "../../db/client.ts";
import { nested, omittable, requiredName } from "../../kit/fields.ts";
import { newId } from "../../kit/ids.ts";
import { Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import type { Writing } from "../../operation/work.ts";
import { announceTogether } from "../../outbox/announce-alerts.ts";
import {
  balanceFrozen,
  balanceNotFound,
  balanceTooLow,
  chargeIncomplete,
  notPriced,
} from "../../schemas/balances.ts";
import { exampleLimitReached } from "../../schemas/limits.ts";
import { quoteTooLarge } from "../../schemas/quotes.ts";
import { settlementInProgress } from "../../schemas/settlements.ts";
import type { InvoiceState } from "../../schemas/states.ts";
import {
  eventAlreadyRecorded,
  invoiceOfAnother,
  subscriptionTakesNoUsage,
  UsageEvent,
  UsageEventId,
  usageEventFields,
  usageEventNotFound,
} from "../../schemas/usage-events.ts";
import { openLimits } from "../../usage/limits/store.ts";
import { correctCharges, lockPayers } from "../../usage/prepaid/correct-charges.ts";
import { missingOf } from "../../usage/record-admitted.ts";
import { recordWithin } from "../../usage/record-within.ts";
import type { UsageEventRow } from "../../usage/usage-event-json.ts";
import { loadUsageEvent } from "../../usage/usage-events.ts";
import { completeVoid, insertVoids } from "../../usage/voids.ts";
import { findHeldInvoice } from "../invoice-records.ts";

const NewUsageEventVoid = UsageEventId.extend({
  reason: requiredName(200).meta({
    description: "Why the event is wrong, in one line",
    example: "Counted twice after a restart",
  }),
  replacement: omittable(
    nested({
      ...usageEventFields.pick({ eventKey: true, quantity: true }).shape,
      invoiceId: usageEventFields.shape.invoiceId.meta({
        description:
          "Id of an invoice of the same service and user. Default: the invoice of the voided event if it is a `DRAFT`, otherwise none",
      }),
      occurredAt: usageEventFields.shape.occurredAt.meta({
        description:
          "When the usage occurred, to the millisecond. Default: the `occurredAt` of the voided event",
      }),
      subject: usageEventFields.shape.subject.meta({
        description: "Who or what used it. Default: the `subject` of the voided event",
      }),
      ...usageEventFields.pick({ balanceId: true, charge: true }).shape,
    }),
  ).meta({
    description:
      "The event to record instead, in the same transaction. It has the service, subscription and user of the voided event. Its `eventKey` must be new. Default: none",
    example: { eventKey: "requests:9f3c-2", quantity: "90" },
  }),
});

type Replacement = NonNullable<z.output<typeof NewUsageEventVoid>["replacement"]>;

export const usageEventVoided: RefusalTerms = {
  kind: "conflict",
  code: "usage_event_voided",
  message: "Usage event is already voided.",
  meaning: "The usage event was voided before. An event can be voided once.",
  remedy: "Read the event: its `void` says when, why and what replaced it.",
};

export const usageEventBilled = (status: InvoiceState): RefusalTerms => ({
  kind: "conflict",
  code: "usage_event_billed",
  message: `Usage event is on an invoice that is ${status}. Create a credit note for the invoice instead.`,
  pattern:
    "Usage event is on an invoice that is <status>. Create a credit note for the invoice instead.",
  meaning:
    "The usage event was recorded with the id of an invoice that is `OPEN` or `PAID`. What was billed never changes.",
  remedy: "Correct the invoice with `POST /invoices/{invoiceId}/credit-notes`.",
});

export const correctionsNotDistributed: RefusalTerms = {
  kind: "conflict",
  code: "corrections_not_distributed",
  message: "Usage events cannot be voided while the database distributes them over several nodes.",
  meaning:
    "A distributed database computes sums and usage hashes on the nodes that store the events, and these nodes store no voids. Nothing was changed.",
  remedy: "Correct the invoice with a credit note, `POST /invoices/{invoiceId}/credit-notes`.",
};

const VoidedUsageEvent = z.object({
  usageEvent: UsageEvent,
  replacement: UsageEvent.nullable().meta({
    description: "The event that was recorded instead; null if there is none",
  }),
});

export const voidUsageEvent = write("POST /usage-events/{usageEventId}/void", {
  name: "usageEvents.void",
  summary: "Void a usage event",
  description:
    "The event stays as it is, but no longer counts: sums, quotes and usage hashes omit it. If a prepaid balance was charged for the event, the charge is returned as credit that does not expire; of a charge by the rate card, what the usage of the period costs less without the event. `replacement` is recorded in the same transaction. Refused with 409 if the event is on an invoice that is `OPEN` or `PAID`: create a credit note for that invoice instead.",
  refusals: {
    usageEventNotFound,
    correctionsNotDistributed,
    usageEventBilled: usageEventBilled("PAID"),
    settlementInProgress,
    usageEventVoided,
    invoiceOfAnother,
    chargeIncomplete: chargeIncomplete("replacement.charge"),
    subscriptionTakesNoUsage,
    eventAlreadyRecorded,
    balanceNotFound,
    balanceFrozen,
    balanceTooLow,
    notPriced,
    quoteTooLarge,
    limitReached: exampleLimitReached,
  },
  input: NewUsageEventVoid,
  output: VoidedUsageEvent,
  run: async (work, { usageEventId, reason, replacement }) => {
    const { tx } = work;
    const event = await loadUsageEvent(work, usageEventId);
    if (isDistributed(tx)) throw new Refusal(correctionsNotDistributed);
    const invoiceStatus = await requireUnbilled(work, event);
    const now = await work.time();
    const { id, subscriptionId, eventKey, invoiceId, occurredAt } = event;
    const of = { usageEventId: id, subscriptionId, eventKey, invoiceId, occurredAt };
    // What the void takes back, the replacement may use again.
    const [balanceCreditIds, replacementId] = await announceTogether({ tx, now }, async () => {
      const correct = await openLimits({ tx, now }, [event]);
      await correct([event], []);
      // Of two concurrent calls the second waits here for the first.
      const voided = await insertVoids(tx, [{ ...of, reason, createdAt: now }]);
      if (voided === 0) throw new Refusal(usageEventVoided);
      // Given back first, so that it can pay for the replacement.
      const [charge = null] = await findCharges(tx, [id]);
      const creditIds = await giveBackVoided({ tx, now }, event, {
        charge,
        replacement,
        reason: `Voided usage: ${reason}`,
      });
      if (replacement === undefined) return [creditIds, null];
      return [creditIds, await recordInstead(work, event, invoiceStatus, replacement)];
    });
    await completeVoid(tx, id, { balanceCreditIds, replacementId });
    return {
      usageEvent: await loadUsageEvent(work, id),
      replacement: replacementId === null ? null : await loadUsageEvent(work, replacementId),
    };
  },
});

/** @returns the ids of the credits */
async function giveBackVoided(
  at: InTransaction,
  event: UsageEventRow,
  {
    charge,
    replacement,
    reason,
  }: {
    readonly charge: TakenCharge | null;
    readonly replacement: Pick<Replacement, "eventKey"> | undefined;
    readonly reason: string;
  },
): Promise<string[]> {
  const { id, serviceId, userId } = event;
  const balanceId = charge && (await findBalanceOf(at.tx, serviceId, userId));
  if (balanceId === null) return [];
  await lockPayers(at, balanceId, replacement === undefined ? [event] : [event, replacement]);
  const correction = { balanceId, voided: [event], charges: [charge], reason };
  return (await correctCharges(at, correction)).get(id) ?? [];
}

/**
 * Locks the invoice of an event, so that nobody bills the event until it is voided. A `VOID` invoice bills nobody, and neither
 * does an `EXPIRED` one that no settlement may still pay.
 *
 * @returns the status of the invoice; null if the event has none
 * @throws Refusal 409
 */
export async function requireUnbilled(
  work: Pick<Writing, "tx" | "now" | "tenant" | "log" | "tally" | "endAttempts" | "paymentRefunds">,
  { invoiceId }: Pick<UsageEventRow, "invoiceId">,
): Promise<InvoiceState | null> {
  if (invoiceId === null) return null;
  const invoice = await findHeldInvoice(work, invoiceId);
  if (invoice === null) throw new Error("A foreign key keeps the invoice of a usage event.");
  const { status } = invoice;
  if (status === "OPEN" || status === "PAID") throw new Refusal(usageEventBilled(status));
  const isUnpaid = status !== "EXPIRED" || (await work.endAttempts(work, invoiceId, corrected));
  if (!isUnpaid) throw new Refusal(settlementInProgress);
  return status;
}

const corrected = "The usage of the invoice was corrected.";

/**
 * Records the replacement. If the voided event was on a draft, the replacement is on it too. If its invoice is closed, that
 * invoice bills nobody, and the replacement has no invoice: another one can bill it.
 *
 * @throws Refusal as POST /usage-events answers
 */
async function recordInstead(
  work: Pick<Writing, "tx" | "due" | "tenant" | "by" | "time">,
  { serviceId, subscriptionId, userId, subject, invoiceId, occurredAt }: UsageEventRow,
  invoiceStatus: InvoiceState | null,
  replacement: Replacement,
): Promise<string> {
  const { balanceId, charge } = replacement;
  if (balanceId !== undefined || charge !== undefined) {
    const missing = missingOf({ balanceId, amount: charge });
    if (missing !== null) throw new Refusal(chargeIncomplete(`replacement.${missing}`));
  }
  // The event's balances are locked by now. Another one is not even read: locks are taken in the order of ids.
  const isOwn =
    balanceId === undefined || balanceId === (await findBalanceOf(work.tx, serviceId, userId));
  const sameInvoice = invoiceStatus === "DRAFT" ? (invoiceId ?? undefined) : undefined;
  return recordWithin(work, {
    serviceId,
    subscriptionId,
    userId,
    ...replacement,
    subject: replacement.subject ?? subject ?? undefined,
    ...(!isOwn && { balanceId: newId() }),
    invoiceId: replacement.invoiceId ?? sameInvoice,
    occurredAt: replacement.occurredAt ?? occurredAt,
  });
}

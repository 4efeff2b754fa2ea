import { findBalanceOf } from "../../balances/load-balance.ts";
import { findCharges } from "../../balances/store.ts";
import { isDistributed } from "../../db/client.ts";
import { newEventId } from "../../kit/ids.ts";
import { compareTexts } from "../../kit/in-order.ts";
import { Amount } from "../../kit/money.ts";
import { Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import type { Writing } from "../../operation/work.ts";
import { announceTogether } from "../../outbox/announce-alerts.ts";
import { eventAlreadyRecorded } from "../../schemas/usage-events.ts";
import { openLimits } from "../../usage/limits/store.ts";
import { correctCharges, lockPayers } from "../../usage/prepaid/correct-charges.ts";
import type { UsageEventRow } from "../../usage/usage-event-json.ts";
import { completeVoid, insertReplacements, insertVoids } from "../../usage/voids.ts";
import {
  correctionsNotDistributed,
  requireUnbilled,
  usageEventBilled,
  usageEventVoided,
} from "./void-usage-event.ts";

const eventCharged: RefusalTerms = {
  kind: "conflict",
  code: "corrected_event_charged",
  message: "A usage event was charged to a prepaid balance, so its quantity cannot be corrected.",
  meaning:
    "The caller of the service named the charge, so the service does not know what another quantity costs.",
  remedy: "Void the event with `POST /usage-events/{usageEventId}/void`, and replace it there.",
};

/** The refusals of `correctEvents`. */
export const correctionRefusals = {
  correctionsNotDistributed,
  usageEventBilled: usageEventBilled("PAID"),
  usageEventVoided,
  eventCharged,
  eventAlreadyRecorded,
};

interface Corrections {
  readonly reason: string;
  /** The right quantities by the events' keys; null: the event never occurred. */
  readonly quantities: ReadonlyMap<string, Amount | null>;
}

/**
 * Voids events of one subscription, and records the right quantities under keys that follow theirs, at the same time, also after
 * the end of the subscription. Events that are void stay as they are.
 * Those that the rate card had priced are priced again.
 *
 * @param events their invoices are locked
 * @throws Refusal 409
 */
export async function correctEvents(
  work: Pick<
    Writing,
    "tx" | "now" | "tenant" | "log" | "tally" | "endAttempts" | "paymentRefunds" | "by" | "time"
  >,
  events: readonly UsageEventRow[],
  { reason, quantities }: Corrections,
): Promise<void> {
  const { tx } = work;
  if (isDistributed(tx)) throw new Refusal(correctionsNotDistributed);
  // In one order: two invoices can bill the same events.
  const wrong = events
    .filter((event) => event.void === null)
    .toSorted((one, other) => compareTexts(one.eventKey, other.eventKey));
  const drafts = await draftsAmong(work, wrong);
  const now = await work.time();
  const replacements = wrong.flatMap(({ id, eventKey, invoiceId }) => {
    const quantity = quantities.get(eventKey) ?? null;
    if (quantity === null) return [];
    const draftId = invoiceId !== null && drafts.has(invoiceId) ? invoiceId : null;
    const right = { eventKey: correctedKey(eventKey), quantity: quantity.toFixed(), draftId };
    return { of: id, id: newEventId(now), ...right };
  });
  const byId = new Map(wrong.map((one) => [one.id, one]));
  const right = replacements.flatMap(({ of, ...fields }) => {
    const event = byId.get(of);
    return event === undefined
      ? []
      : { ...event, ...fields, replaces: of, quantity: new Amount(fields.quantity) };
  });
  // Services are locked before balances.
  const correct = await openLimits({ tx, now }, [...wrong, ...right]);
  const replacementOf = new Map(replacements.map((one) => [one.of, one.id]));
  const voids = wrong.map(({ id, subscriptionId, eventKey, invoiceId, occurredAt }) => ({
    ...{ usageEventId: id, subscriptionId, eventKey, invoiceId, occurredAt },
    ...{ reason, createdAt: now, replacementId: replacementOf.get(id) ?? null },
  }));
  if ((await insertVoids(tx, voids)) < voids.length) throw new Refusal(usageEventVoided);
  const charges = await findCharges(
    tx,
    wrong.map(({ id }) => id),
  );
  const isUnknown = charges.some(
    (charge, place) => charge?.rateCardId === null && replacementOf.has(wrong[place]?.id ?? ""),
  );
  if (isUnknown) throw new Refusal(eventCharged);
  // Who records events of a balance has locked it before their keys.
  const charged = wrong.find((_, place) => charges[place] != null);
  const balanceId = charged && (await findBalanceOf(tx, charged.serviceId, charged.userId));
  if (balanceId) await lockPayers({ tx }, balanceId, [...wrong, ...right]);
  const inserted = await insertReplacements(tx, replacements, { apiKeyId: work.by.keyId, now });
  if (inserted < replacements.length) throw new Refusal(eventAlreadyRecorded);
  if (balanceId) {
    const correction = { balanceId, voided: wrong, charges, recorded: right };
    const credits = await announceTogether({ tx, now }, () =>
      correctCharges({ tx, now }, { ...correction, reason: `Voided usage: ${reason}` }),
    );
    for (const [id, balanceCreditIds] of credits) {
      const replacementId = replacementOf.get(id) ?? null;
      await completeVoid(tx, id, { balanceCreditIds, replacementId });
    }
  }
  await correct(wrong, right);
}

/** Checks that no event was recorded with an invoice that bills it. @returns the ids of those invoices that are drafts */
async function draftsAmong(
  work: Parameters<typeof requireUnbilled>[0],
  events: readonly UsageEventRow[],
): Promise<ReadonlySet<string>> {
  const drafts = new Set<string>();
  for (const invoiceId of new Set(events.flatMap((event) => event.invoiceId ?? []))) {
    if ((await requireUnbilled(work, { invoiceId })) === "DRAFT") drafts.add(invoiceId);
  }
  return drafts;
}

/**
 * The key of what replaces an event: `requests:7~corrected`. A payer's log is compared with it by the key without that
 * (packages/proofs). The prefix stays, so the same component prices it.
 */
const correctedKey = (eventKey: string): string =>
  `${eventKey}${eventKey.includes(":") ? "" : ":"}~corrected`;

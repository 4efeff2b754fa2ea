import { type Component, prefixesOf } from "@usance/rating";
import type { z } from "zod";
import { findRateCard } from "../../catalog/rate-cards/store.ts";
import type { InTransaction } from "../../db/client.ts";
import type { Invoice } from "../../db/generated/client.ts";
import { type LoadedBill, loadBill } from "../../invoices/bills/billed-events.ts";
import { findHeldInvoice } from "../../invoices/invoice-records.ts";
import { loadInvoice } from "../../invoices/load-invoice.ts";
import { newId } from "../../kit/ids.ts";
import { Amount, formatAmount } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import { write } from "../../operation/define.ts";
import type { Notices, Storage } from "../../operation/ports/parts.ts";
import {
  type DisputedEvent,
  disputeFields,
  disputeOpen,
  eventNotDisputable,
  invoiceNotDisputable,
  maxDisputes,
  OneDispute,
  tooManyDisputes,
} from "../../schemas/disputes.ts";
import { InvoiceId, invoiceNotFound } from "../../schemas/invoices.ts";
import { quoteTooLarge, quoteTooSlow } from "../../schemas/quotes.ts";
import { findBilledEvents, measureAsOf, type PeriodAsOf } from "../../usage/measure-usage.ts";
import { findPaidKeys } from "../../usage/prepaid/prepaid-of-period.ts";
import { priceUsage } from "../../usage/quotes/create-quote.ts";
import { announceDispute, loadDispute } from "./disputes.ts";
import { type DisputeRow, findDisputesOf, insertDispute } from "./store.ts";

type Objection = z.output<z.ZodObject<typeof disputeFields>>;

/** A dispute that was checked and priced, and is not stored yet. */
export interface PreparedDispute {
  readonly reason: string;
  readonly usageEvents: readonly DisputedEvent[];
  readonly amount: Amount | null;
  /** How many disputes the invoice had before. */
  readonly before: number;
}

/**
 * Checks which events an invoice bills with larger quantities, and calculates what it bills too much. It runs before the
 * transaction, since it measures the usage of whole periods.
 *
 * @param disputes those of the invoice until now
 * @throws Refusal 409
 */
export async function prepareDispute(
  { db }: Storage,
  { id }: Pick<Invoice, "id">,
  { usageEvents, reason }: Objection,
  disputes: readonly DisputeRow[],
): Promise<PreparedDispute> {
  const accepted = disputes.filter(({ status }) => status === "ACCEPTED");
  const corrected = accepted.flatMap((dispute) => dispute.usageEvents);
  const loaded = await loadBill(db, id);
  const keys = usageEvents.map(({ eventKey }) => eventKey);
  const found = await findBilledEvents(db, loaded.periods, keys);
  const billed = new Map(found.map((event) => [event.eventKey, event]));
  for (const { eventKey } of corrected) billed.delete(eventKey);
  const disputed = usageEvents.map(({ eventKey, claimedQuantity }, place) => {
    const event = billed.get(eventKey);
    billed.delete(eventKey); // the second of two with the same key is refused
    if (event === undefined || claimedQuantity?.gte(event.quantity)) {
      throw new Refusal(eventNotDisputable(place));
    }
    return {
      eventKey,
      occurredAt: event.occurredAt.toISOString(),
      billedQuantity: formatAmount(event.quantity),
      claimedQuantity: claimedQuantity === undefined ? null : formatAmount(claimedQuantity),
    };
  });
  const all = await overbilled(db, loaded, [...corrected, ...disputed]);
  const amount = all && accepted.reduce((rest, one) => rest.minus(one.amount?.toFixed() ?? 0), all);
  return {
    reason,
    usageEvents: disputed,
    amount: amount && Amount.max(amount, 0),
    before: disputes.length,
  };
}

/** Checks that an invoice can be disputed now. @returns its disputes. @throws Refusal 409 */
export async function requireDisputable(
  db: Storage["db"],
  { id, status }: Pick<Invoice, "id" | "status">,
): Promise<readonly DisputeRow[]> {
  const disputes = await findDisputesOf(db, id);
  if (status !== "OPEN" && status !== "PAID") throw new Refusal(invoiceNotDisputable(status));
  if (disputes.some((one) => one.status === "OPEN")) throw new Refusal(disputeOpen);
  if (disputes.length >= maxDisputes) throw new Refusal(tooManyDisputes);
  return disputes;
}

/**
 * What the cards of a bill charge for its periods, less what they charge for them with the claimed quantities: a price for fewer
 * units can be higher. Events that a balance was charged for keep their quantities if the bill sets the charge off: they are not
 * billed, and the balance gets the charge back when they are voided. A bill without a number sets nothing off.
 *
 * @returns null when a period of a disputed event was not priced by a stored card
 */
async function overbilled(
  db: Storage["db"],
  { bill, periods }: LoadedBill,
  disputed: readonly DisputedEvent[],
): Promise<Amount | null> {
  let sum = new Amount(0);
  const isNumbered = bill.usage?.billNumber != null;
  const keys = isNumbered ? disputed.map(({ eventKey }) => eventKey) : [];
  const paid = await findPaidKeys(db, bill, keys);
  for (const [place, period] of periods.entries()) {
    const own = disputed.filter(({ occurredAt }) => isIn(period, occurredAt));
    if (own.length === 0) continue;
    const { rateCardId, charge, prepaid } = bill.usage?.periods[place] ?? {};
    const card = rateCardId && (await findRateCard(db, rateCardId, everyone));
    if (!card || charge == null) return null;
    const claimed = own
      .filter(({ eventKey }) => !paid.has(eventKey))
      .map(({ eventKey, claimedQuantity }) => [eventKey, claimedQuantity]);
    if (claimed.length === 0) continue;
    const corrected = { ...period, corrections: Object.fromEntries(claimed) };
    const cost = new Amount(charge).plus(prepaid ?? 0);
    sum = sum.plus(cost).minus(await costOf(db, corrected, card.components));
  }
  return sum;
}

async function costOf(db: Storage["db"], period: PeriodAsOf, components: readonly Component[]) {
  return priceUsage({ components }, await measureAsOf({ db }, period, prefixesOf(components)))
    .amount;
}

const isIn = ({ from, to }: PeriodAsOf, at: string): boolean =>
  from <= new Date(at) && (to === undefined || new Date(at) < to);

/**
 * Stores a prepared dispute, in a transaction.
 *
 * @param hold locks the invoice, so that of concurrent disputes one is stored
 */
export async function openDispute(
  { tx, now, emails }: InTransaction & Pick<Notices, "emails">,
  hold: () => Promise<Invoice>,
  { amount, before, ...prepared }: PreparedDispute,
): Promise<DisputeRow> {
  const invoice = await hold();
  const { id: invoiceId, serviceId, ownerId, userId, currency } = invoice;
  if (userId === null) throw new Refusal(invoiceNotFound);
  const disputes = await requireDisputable(tx, invoice);
  // One that was opened and accepted meanwhile has changed the price.
  if (disputes.length !== before) throw new Refusal(disputeOpen);
  const id = newId();
  await insertDispute(tx, {
    ...{ id, invoiceId, serviceId, ownerId, userId, currency, status: "OPEN" },
    ...{ ...prepared, amount: amount?.toFixed() ?? null, createdAt: now, updatedAt: now },
  });
  const dispute = await loadDispute({ db: tx, tenant: everyone }, id);
  await announceDispute({ tx, now, emails }, "dispute.created", dispute);
  return dispute;
}

/** The refusals of a new dispute. */
export const disputeRefusals = {
  invoiceNotDisputable: invoiceNotDisputable("VOID"),
  disputeOpen,
  tooManyDisputes,
  eventNotDisputable: eventNotDisputable(0),
  quoteTooLarge,
  quoteTooSlow,
};

export const createDispute = write("POST /invoices/{invoiceId}/disputes", {
  name: "disputes.create",
  cost: "large",
  summary: "Dispute usage events of an invoice",
  description:
    "Records a payer's objection to usage events that the invoice's bill counts, with the quantities that the payer has counted. Payers do it themselves on the invoice's page; use this call for objections that reach you in another way. Nothing is corrected before you accept the dispute, and the invoice stays due. The event `dispute.created` reports it.",
  status: 201,
  location: "/disputes",
  refusals: { invoiceNotFound, ...disputeRefusals },
  transaction: "own",
  input: InvoiceId.extend(disputeFields),
  output: OneDispute,
  run: async (work, { invoiceId, ...objection }) => {
    await loadInvoice(work, invoiceId); // applies a due expiry
    const disputes = await findDisputesOf(work.db, invoiceId);
    const prepared = await prepareDispute(work, { id: invoiceId }, objection, disputes);
    const { dispute } = await work.commit(async (inside) => {
      const { tx, tenant, emails } = inside;
      const hold = async () => {
        const held = await findHeldInvoice({ tx, tenant }, invoiceId);
        if (held === null) throw new Refusal(invoiceNotFound);
        return held;
      };
      const { id, serviceId } = await openDispute(
        { tx, now: await inside.time(), emails },
        hold,
        prepared,
      );
      return { dispute: { id, serviceId } };
    });
    return { dispute: await loadDispute(work, dispute.id) };
  },
});

import { type Invoice, ServerError, type Subscription } from "@usance/sdk";
import { developmentWallet, sampleMerchant } from "../accounts.ts";
import { type Making, whilePaused } from "./making.ts";
import type { Catalog } from "./sample-catalog.ts";
import type { Subscriptions } from "./sample-subscribers.ts";

type End = "paid" | "failed" | "open" | "expired" | "draft" | "void";

interface SampleBill {
  /** The place of the subscription that is billed. */
  readonly of: number;
  readonly day: number;
  readonly end: End;
  /** A credit note for a part of it. */
  readonly credit?: {
    readonly amount: string;
    readonly reason: string;
    readonly isRefunded?: true;
  };
}

/** The invoices of the month, one or two per subscriber, and the final state of each. */
const bills: readonly SampleBill[] = [
  { of: 0, day: 3, end: "paid" },
  { of: 1, day: 6, end: "paid" },
  { of: 2, day: 9, end: "expired" },
  { of: 3, day: 9, end: "paid", credit: { amount: "12.5", reason: "Outage on the 8th" } },
  {
    of: 0,
    day: 12,
    end: "paid",
    credit: { amount: "20", reason: "Counted twice", isRefunded: true },
  },
  { of: 4, day: 15, end: "void" },
  { of: 6, day: 15, end: "paid" },
  { of: 1, day: 18, end: "paid" },
  { of: 5, day: 18, end: "paid" },
  { of: 3, day: 21, end: "failed" },
  { of: 7, day: 24, end: "paid" },
  { of: 2, day: 24, end: "paid" },
  { of: 5, day: 27, end: "open", credit: { amount: "5", reason: "Welcome discount" } },
  { of: 0, day: 27, end: "open" },
  { of: 4, day: 27, end: "draft" },
];

/** Makes the invoices of a day, with their payments and credit notes. */
export async function billDay(
  making: Making,
  catalog: Catalog,
  subscriptions: Subscriptions,
  day: number,
): Promise<void> {
  for (const [place, bill] of bills.entries()) {
    const subscription = subscriptions.get(bill.of);
    if (bill.day !== day || subscription === undefined) continue;
    const invoice = await invoiced(making, catalog, subscription, place);
    await end(making, invoice, place);
    await credit(making, invoice, place);
  }
}

async function invoiced(
  making: Making,
  { weather, monthly }: Catalog,
  subscription: Subscription,
  place: number,
): Promise<Invoice> {
  const { day, end: kind } = billAt(place);
  const { serviceId, paymentPlanId, userId, id: subscriptionId } = subscription;
  const { amount } = monthly;
  const fee = { description: "Radar Pro, one month", quantity: "1", unitAmount: amount, amount };
  const bill =
    serviceId === weather.id
      ? await usageOf(making, subscriptionId, place)
      : { amount, lines: [fee] };
  const isLater = kind === "draft" || kind === "void";
  return making.usance.invoices.create(
    {
      ...{ serviceId, paymentPlanId, userId, subscriptionId, ...bill },
      status: kind === "expired" ? "EXPIRED" : isLater ? "DRAFT" : "OPEN",
      dueAt: making.at(day + 14).toISOString(),
    },
    making.once(`invoice ${place}`),
  );
}

/** What a subscriber has used since its bill before, as the rate card prices it. */
async function usageOf({ usance, at }: Making, subscriptionId: string, place: number) {
  const { of, day } = billAt(place);
  const before = bills.slice(0, place).findLast((bill) => bill.of === of)?.day ?? 0;
  const usage = { from: at(before).toISOString(), to: at(day).toISOString() };
  const { amount, lines, usageHash } = await usance.quotes.create({ subscriptionId, ...usage });
  const parts = lines.flatMap(({ description, parts: priced }) =>
    priced.map(({ quantity, unitAmount, amount: exact }) => ({
      ...{ description, quantity, unitAmount, amount: exact },
    })),
  );
  return { amount, lines: parts, usage, ...(usageHash !== null && { usageHash }) };
}

/** Pays an invoice, or voids it, or fails to pay it. */
async function end(
  { usance, once, registry }: Making,
  { id: invoiceId, billHash: referenceHash }: Invoice,
  place: number,
): Promise<void> {
  const settle = () =>
    usance.settlements.create(
      {
        invoiceId,
        referenceHash,
        payerAddress: developmentWallet.address,
        merchantAddress: sampleMerchant.address,
      },
      once(`settlement ${place}`),
    );
  switch (billAt(place).end) {
    case "paid":
      await settle();
      return;
    case "void":
      await usance.invoices.void({ invoiceId }, once(`void ${place}`));
      return;
    case "draft":
    case "open":
    case "expired":
      return; // created so
    case "failed": {
      const { settlements } = await usance.invoices.get({ invoiceId });
      if (settlements.length > 0) return; // it was tried before an interruption
      await whilePaused(registry, async () => {
        await settle().catch(expectFailed);
      });
    }
  }
}

/** Credits a part of an invoice, and refunds it to the balance if wanted. */
async function credit({ usance, once }: Making, invoice: Invoice, place: number): Promise<void> {
  const given = billAt(place).credit;
  if (given === undefined) return;
  const { amount, reason, isRefunded = false } = given;
  const { id: creditNoteId } = await usance.creditNotes.create(
    { invoiceId: invoice.id, amount, reason },
    once(`credit note ${place}`),
  );
  if (isRefunded) {
    await usance.creditNotes.refund({ creditNoteId, to: "BALANCE" }, once(`refund ${place}`));
  }
}

function billAt(place: number): SampleBill {
  const bill = bills[place];
  if (bill === undefined) throw new Error("The month has no such bill.");
  return bill;
}

function expectFailed(error: unknown): void {
  if (!(error instanceof ServerError)) throw error;
}

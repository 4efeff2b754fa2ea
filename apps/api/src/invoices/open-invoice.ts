import type { PaymentPlan } from "../db/generated/client.ts";
import { Amount } from "../kit/money.ts";
import { type AnnounceParts, announceInvoice } from "./announce-invoice.ts";
import type { Billed, NewLine } from "./bills/bill-document.ts";
import { insertInvoice, type NewInvoice, setInvoiceUser } from "./store.ts";

interface OpenedInvoice {
  readonly id: string;
  readonly serviceId: string;
  readonly ownerId: string;
  readonly paymentPlan: PaymentPlan;
  /** null: no user yet. The invoice belongs to a started checkout payment, and callers do not see it. */
  readonly userId: string | null;
  /** null: the subscription starts when the invoice is paid. */
  readonly subscriptionId: string | null;
  readonly dueAt: Date | null;
  /** When it is collected under the subscription's spending cap; null: it is not. */
  readonly collectAt: Date | null;
}

/** Creates an `OPEN` invoice for a plan's amount. */
export function openInvoice(
  parts: AnnounceParts,
  { paymentPlan, ...invoice }: OpenedInvoice,
): Promise<void> {
  const { id: paymentPlanId, amount, currency } = paymentPlan;
  return insertOpen(parts, { ...invoice, paymentPlanId, amount, currency });
}

interface TopUpInvoice extends Omit<OpenedInvoice, "paymentPlan"> {
  readonly paymentPlanId: string;
  readonly amount: Amount;
}

/** Creates the `OPEN` invoice of a top-up, with one line. */
export function openTopUpInvoice(parts: AnnounceParts, invoice: TopUpInvoice): Promise<void> {
  return insertOpen(parts, { ...invoice, ...topUpTerms(invoice.amount) });
}

/** What the invoice of a top-up bills. */
export function topUpTerms(amount: Amount): Pick<Billed, "amount" | "currency"> & {
  readonly lines: readonly NewLine[];
} {
  const quantity = new Amount(1);
  const lines = [{ description: "Prepaid balance", quantity, unitAmount: amount, amount }];
  return { amount, currency: "USDC", lines };
}

async function insertOpen(
  parts: AnnounceParts,
  invoice: Omit<NewInvoice, "status" | "createdAt" | "updatedAt">,
): Promise<void> {
  const { tx, now } = parts;
  await insertInvoice(tx, { ...invoice, status: "OPEN", createdAt: now, updatedAt: now });
  await announceOpened(parts, invoice.id);
}

async function announceOpened(parts: AnnounceParts, id: string): Promise<void> {
  await announceInvoice(parts, "invoice.created", id);
  await announceInvoice(parts, "invoice.opened", id);
}

/**
 * Sets the user of an invoice that was paid at checkout, in the transaction that confirms the payment. If the invoice
 * had no user before, its creation and opening are announced now.
 */
export async function billPayer(
  at: Omit<AnnounceParts, "emails">,
  { id, userId: before }: { readonly id: string; readonly userId: string | null },
  userId: string,
): Promise<void> {
  const { tx, now } = at;
  if (before !== null) return setInvoiceUser(tx, id, { userId });
  await setInvoiceUser(tx, id, { userId, createdAt: now });
  // It is paid at this moment, so no e-mail asks for a payment: the receipt follows.
  await announceOpened({ ...at, emails: null }, id);
}

const hour = 3_600_000;
const day = 24 * hour;

/**
 * When the collection of a renewal invoice under a spending cap is attempted, in milliseconds after it became due:
 * immediately, and again after each failure.
 */
const attempts = [0, hour, day, 3 * day, 5 * day, 7 * day, 10 * day] as const;
/** When an uncollected invoice expires, in milliseconds after it became due. */
const expiresAfter = 14 * day;

/** @returns when an invoice that became due at `dueSince` expires */
export function collectedUntil(dueSince: Date): Date {
  return new Date(dueSince.getTime() + expiresAfter);
}

/**
 * Returns the next collection attempt of an invoice that became due at `dueSince`. Missed attempts are skipped.
 *
 * @returns null after the last attempt
 */
export function nextCollection(dueSince: Date, now: Date): Date | null {
  const after = now.getTime() - dueSince.getTime();
  const next = attempts.find((attempt) => attempt > after);
  return next === undefined ? null : new Date(dueSince.getTime() + next);
}

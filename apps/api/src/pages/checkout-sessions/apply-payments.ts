import type { InTransaction } from "../../db/client.ts";
import { billPayer } from "../../invoices/open-invoice.ts";
import { linkToSubscription } from "../../invoices/pay-invoice.ts";
import { identifyVisitor } from "../../operation/access/users/identify-user.ts";
import type { SignedPaid } from "../../operation/ports/after-payment.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { namePayer } from "../../settlements/attempts.ts";
import { dropCapsOfOthers } from "../../settlements/spending-caps/keep-spending-cap.ts";
import { completeSession } from "./end-session.ts";
import { type CheckoutSessionRow, findSessionsOfInvoices } from "./store.ts";

/**
 * Applies what follows from signed payments, in the transaction that confirms them. The payer of each is named. A
 * payment at checkout also completes its session: the payer is billed, the session is `PAID`, its subscription starts,
 * and the invoice becomes the subscription's. A session that has expired meanwhile is paid all the same, because the
 * money has moved. A payment that is confirmed again after a reorganization changes nothing.
 */
export async function applyPayments(
  { checkoutUrl, tx, now }: Pick<Parts, "checkoutUrl"> & InTransaction,
  paid: readonly SignedPaid[],
): Promise<void> {
  const sessions = await findSessionsOfInvoices(
    tx,
    paid.map(({ invoice }) => invoice.id),
  );
  for (const one of paid.toSorted(byPayer)) {
    const session = sessions.find(({ invoiceId }) => invoiceId === one.invoice.id);
    if (session === undefined) await nameBilledUser({ tx, now }, one);
    else await completePaid({ checkoutUrl, tx, now }, session, one);
  }
}

/**
 * New users are inserted in the order of their e-mail addresses and wallets. Otherwise two transactions that insert the
 * same two could deadlock.
 */
const byPayer = (one: SignedPaid, other: SignedPaid) => (payerOf(one) < payerOf(other) ? -1 : 1);

const payerOf = ({ invoice, settlement }: SignedPaid) =>
  `${settlement.payerEmail?.toLowerCase()} ${settlement.payerKey} ${invoice.ownerId}`;

/** The user of an invoice that was paid on its page is its payer. */
async function nameBilledUser(
  at: InTransaction,
  { invoice, settlement }: SignedPaid,
): Promise<void> {
  if (settlement.payerId !== null || invoice.userId === null) return;
  await namePayer(at, settlement.id, invoice.userId);
}

async function completePaid(
  { checkoutUrl, tx, now }: Pick<Parts, "checkoutUrl"> & InTransaction,
  session: CheckoutSessionRow,
  one: SignedPaid,
): Promise<void> {
  const { invoiceId, subscriptionId } = session;
  const userId = await billedUser({ tx, now, checkoutUrl }, session, one);
  const payer = () => Promise.resolve(userId);
  const how = { trigger: "pay", transactionHash: one.transactionHash, payer } as const;
  if (!(await completeSession({ checkoutUrl, tx, now }, session, how))) return;
  await dropCapsOfOthers({ tx }, session.id, one.settlement.payerKey);
  await linkToSubscription({ tx }, invoiceId, subscriptionId);
}

/** The user whom the invoice bills. A payer who entered an e-mail address on the page is identified and billed now. */
async function billedUser(
  { tx, now, checkoutUrl }: Pick<Parts, "checkoutUrl"> & InTransaction,
  { userId, ownerId }: CheckoutSessionRow,
  { invoice, settlement }: SignedPaid,
): Promise<string> {
  const { id, payerId, payerEmail, payerName, payerKey } = settlement;
  const billed = payerId ?? userId ?? (await identified());
  if (payerId !== null) return invoice.userId ?? billed;
  await billPayer({ tx, now, checkoutUrl }, invoice, billed);
  await namePayer({ tx, now }, id, billed);
  return billed;

  async function identified(): Promise<string> {
    if (payerEmail === null) throw new Error(`Settlement ${id} does not name its payer.`);
    const typed = { email: payerEmail, name: payerName ?? undefined };
    return identifyVisitor({ tx, now }, typed, { sellerId: ownerId, wallet: payerKey });
  }
}

import { identifyUser } from "../../access/users/identify-user.ts";
import { billPayer } from "../../billing/invoices/open-invoice.ts";
import { linkToSubscription } from "../../billing/invoices/pay-invoice.ts";
import { namePayer } from "../../billing/settlements/attempts.ts";
import { dropCapsOfOthers } from "../../billing/spending-caps/keep-spending-cap.ts";
import type { InTransaction } from "../../db/client.ts";
import type { PaidAtCheckout } from "../../ports/after-payment.ts";
import type { Parts } from "../../ports/parts.ts";
import { completeSession } from "./complete-session.ts";
import { type CheckoutSessionRow, findSessionsOfInvoices } from "./store.ts";

/**
 * Completes the sessions of payments at checkout, in the transaction that confirms the payments: the payer is
 * billed, the session is `PAID`, its subscription starts, and the invoice becomes the subscription's. A session that
 * has expired meanwhile is paid all the same, because the money has moved. A payment that is confirmed again after
 * a reorganisation changes nothing.
 */
export async function completePaidSessions(
  { checkoutUrl, tx, now }: Pick<Parts, "checkoutUrl"> & InTransaction,
  paid: readonly PaidAtCheckout[],
): Promise<void> {
  const sessions = await findSessionsOfInvoices(
    tx,
    paid.map(({ invoice }) => invoice.id),
  );
  for (const session of sessions) {
    const { invoiceId, subscriptionId } = session;
    const one = paid.find(({ invoice }) => invoice.id === invoiceId);
    if (one === undefined) continue;
    const userId = await billedUser({ tx, now }, session, one);
    const payer = () => Promise.resolve(userId);
    const how = { trigger: "pay", transactionHash: one.transactionHash, payer } as const;
    if (!(await completeSession({ checkoutUrl, tx, now }, session, how))) continue;
    await dropCapsOfOthers({ tx }, session.id, one.settlement.payerKey);
    await linkToSubscription({ tx }, invoiceId, subscriptionId);
  }
}

/** The user whom the invoice bills. A payer who entered an e-mail address on the page is identified and billed now. */
async function billedUser(
  { tx, now }: InTransaction,
  { userId, ownerId }: CheckoutSessionRow,
  { invoice, settlement }: PaidAtCheckout,
): Promise<string> {
  const { id, payerId, payerEmail, payerName } = settlement;
  const billed = payerId ?? userId ?? (await identified());
  if (payerId !== null) return invoice.userId ?? billed;
  await billPayer({ tx, now }, invoice, billed);
  await namePayer({ tx, now }, id, billed);
  return billed;

  async function identified(): Promise<string> {
    if (payerEmail === null) throw new Error(`Settlement ${id} does not name its payer.`);
    const typed = { email: payerEmail, name: payerName ?? undefined, role: "PAYER" } as const;
    return (await identifyUser({ tx, tenant: ownerId, now }, typed)).id;
  }
}

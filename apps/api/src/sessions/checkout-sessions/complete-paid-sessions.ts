import { identifyUser } from "../../access/users/identify-user.ts";
import { billPayer } from "../../billing/invoices/open-invoice.ts";
import { linkToSubscription } from "../../billing/invoices/pay-invoice.ts";
import { namePayer } from "../../billing/settlements/name-payer.ts";
import { dropCapsOfOthers } from "../../billing/spending-caps/keep-spending-cap.ts";
import type { Queryable } from "../../db/client.ts";
import type { Invoice, Settlement } from "../../db/generated/client.ts";
import type { Parts } from "../../ports/parts.ts";
import { completeSession } from "./complete-session.ts";
import { type CheckoutSessionRow, findSessionsOfInvoices } from "./store.ts";

/** An invoice that has been paid, and may be what was due at a checkout. */
interface PaidAtCheckout {
  readonly invoice: Invoice;
  readonly transactionHash: string;
  /** As it was before it was confirmed. */
  readonly settlement: Pick<Settlement, "id" | "payerId" | "payerKey" | "payerEmail" | "payerName">;
}

/**
 * What the payment of what was due at checkout brings about, in the transaction that confirms it: whoever has paid is
 * billed, the session is `PAID`, its subscription starts, and the invoice is the subscription's. One whose time
 * has run out meanwhile is paid all the same: the money has moved. Confirmed once more, after a
 * reorganisation, it changes nothing.
 */
export async function completePaidSessions(
  parts: Pick<Parts, "checkoutUrl">,
  tx: Queryable,
  paid: readonly PaidAtCheckout[],
  now: Date,
): Promise<void> {
  const sessions = await findSessionsOfInvoices(
    tx,
    paid.map(({ invoice }) => invoice.id),
  );
  for (const session of sessions) {
    const { invoiceId, subscriptionId } = session;
    const one = paid.find(({ invoice }) => invoice.id === invoiceId);
    if (one === undefined) continue;
    const userId = await billedUser(tx, session, one, now);
    const payer = () => Promise.resolve(userId);
    const how = { trigger: "pay", transactionHash: one.transactionHash, payer } as const;
    if (!(await completeSession(parts, tx, session, how, now))) continue;
    await dropCapsOfOthers(tx, session.id, one.settlement.payerKey);
    await linkToSubscription(tx, invoiceId, subscriptionId);
  }
}

/** Whom the invoice bills: who has paid on the page is identified and billed now. */
async function billedUser(
  tx: Queryable,
  { userId, ownerId }: CheckoutSessionRow,
  { invoice, settlement }: PaidAtCheckout,
  now: Date,
): Promise<string> {
  const { id, payerId, payerEmail, payerName } = settlement;
  const billed = payerId ?? userId ?? (await identified());
  if (payerId !== null) return invoice.userId ?? billed;
  await billPayer(tx, invoice, billed, now);
  await namePayer(tx, id, billed, now);
  return billed;

  async function identified(): Promise<string> {
    if (payerEmail === null) throw new Error(`Settlement ${id} does not say who has paid.`);
    const typed = { email: payerEmail, name: payerName ?? undefined, role: "PAYER" } as const;
    return (await identifyUser({ tx, tenant: ownerId, now }, typed)).id;
  }
}

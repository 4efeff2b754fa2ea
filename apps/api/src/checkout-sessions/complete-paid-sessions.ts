import type { Queryable } from "../db/client.ts";
import { linkToSubscription } from "../invoices/pay-invoice.ts";
import type { Parts } from "../parts.ts";
import { completeSession } from "./complete-session.ts";
import { findSessionsOfInvoices } from "./store.ts";

/** An invoice that has been paid, and may be what was due at a checkout. */
export interface PaidAtCheckout {
  readonly invoiceId: string;
  readonly transactionHash: string;
}

/**
 * What the payment of what was due at checkout brings about, in the transaction that confirms it: the session is
 * `PAID`, its subscription starts, and the invoice is the subscription's. One whose time has run out
 * meanwhile is paid all the same: the money has moved. Confirmed once more, after a reorganisation, it
 * changes nothing.
 */
export async function completePaidSessions(
  parts: Pick<Parts, "checkoutUrl">,
  tx: Queryable,
  paid: readonly PaidAtCheckout[],
  now: Date,
): Promise<void> {
  const sessions = await findSessionsOfInvoices(
    tx,
    paid.map(({ invoiceId }) => invoiceId),
  );
  for (const session of sessions) {
    const { invoiceId, subscriptionId } = session;
    const { transactionHash = null } = paid.find((one) => one.invoiceId === invoiceId) ?? {};
    const payer = () => Promise.reject(new Error(`Checkout session ${session.id} has no payer.`));
    const how = { trigger: "pay", transactionHash, payer } as const;
    if (await completeSession(parts, tx, session, how, now)) {
      await linkToSubscription(tx, invoiceId, subscriptionId);
    }
  }
}

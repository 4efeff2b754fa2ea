import type { Queryable } from "../db/client.ts";
import { linkToSubscription } from "../invoices/pay-invoice.ts";
import type { Parts } from "../parts.ts";
import { dropSpendingCap } from "../spending-caps/keep-spending-cap.ts";
import { completeSession } from "./complete-session.ts";
import { findSessionsOfInvoices } from "./store.ts";

/** An invoice that has been paid, and may be what was due at a checkout. */
export interface PaidAtCheckout {
  readonly invoiceId: string;
  readonly transactionHash: string;
  /** Whom it bills: who subscribes. */
  readonly userId: string;
  /** Whether the page has taken the payment, with what was signed there. */
  readonly onPage: boolean;
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
    const one = paid.find((invoice) => invoice.invoiceId === invoiceId);
    if (one === undefined) continue;
    const payer = () => Promise.resolve(one.userId);
    const how = { trigger: "pay", transactionHash: one.transactionHash, payer } as const;
    if (!(await completeSession(parts, tx, session, how, now))) continue;
    if (!one.onPage) await dropSpendingCap(tx, session.id);
    await linkToSubscription(tx, invoiceId, subscriptionId);
  }
}

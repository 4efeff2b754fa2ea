import { findBalanceOf } from "../balances/load-balance.ts";
import { insertBalance, insertTopUp } from "../balances/store.ts";
import type { InTransaction } from "../db/client.ts";
import type { X402Payment } from "../db/generated/client.ts";
import { billPayer } from "../invoices/open-invoice.ts";
import { linkInvoice } from "../invoices/store.ts";
import { newId } from "../kit/ids.ts";
import { everyone } from "../kit/tenant.ts";
import { identifyVisitor } from "../operation/access/users/identify-user.ts";
import type { SignedPaid } from "../operation/ports/after-payment.ts";
import type { Due } from "../operation/ports/due.ts";
import type { Links } from "../operation/ports/parts.ts";
import { completeSession } from "../pages/checkout-sessions/end-session.ts";
import { insertCheckoutSession } from "../pages/checkout-sessions/store.ts";
import { NewUsageEvent } from "../schemas/usage-events.ts";
import { setPayer } from "../settlements/store.ts";
import { findSubscription, lockNewestActiveOf } from "../subscriptions/store.ts";
import { lockLimitedServices } from "../usage/limits/limit-book.ts";
import { recordAdmittedIn } from "../usage/record-admitted.ts";
import { chargeOf } from "../usage/record-usage.ts";
import { UsageWriter } from "../usage/usage-writer.ts";
import { findPaymentsOfInvoices, lockUser, setUsageEvent } from "./store.ts";

/*
 * What follows from payments with x402, in the commit that confirms them. The wallet becomes a user, with a subscription to
 * the plan and a balance that the payment tops up. Then the usage that was paid for is recorded and charged to that balance,
 * so that no bill asks for it again.
 */

interface Paid extends SignedPaid {
  readonly payment: X402Payment;
}

interface Identified extends Paid {
  readonly userId: string;
}

/** The domain `invalid` has no mailboxes (RFC 2606). No e-mails are written to it (outbox/store.ts). */
const emailOf = (wallet: string) => `${wallet}@wallet.invalid`;

/** Names the payers of payments with x402, before their invoices are `PAID`. @returns the other payments */
export async function identifyPrograms(
  at: InTransaction & Links & { readonly due: Pick<Due, "advance"> },
  paid: readonly SignedPaid[],
): Promise<SignedPaid[]> {
  const { tx, now } = at;
  const payments = await findPaymentsOfInvoices(
    tx,
    paid.map(({ invoice }) => invoice.id),
  );
  const byInvoice = new Map(payments.map((payment) => [payment.invoiceId, payment]));
  const isOfProgram = ({ invoice }: SignedPaid) => byInvoice.has(invoice.id);
  // One that is confirmed again after a reorganization has its payer.
  const fresh = paid
    .flatMap((one): Paid[] => {
      const payment = byInvoice.get(one.invoice.id);
      return payment === undefined || one.settlement.payerId !== null ? [] : [{ ...one, payment }];
    })
    // All transactions lock users in this order.
    .toSorted((one, other) => (userKeyOf(one) < userKeyOf(other) ? -1 : 1));
  const identified: Identified[] = [];
  for (const one of fresh) {
    const { payer: wallet, ownerId: sellerId } = one.payment;
    const email = { email: emailOf(wallet), name: undefined };
    const userId = await identifyVisitor(at, email, { sellerId, wallet });
    await lockUser(at, userId);
    identified.push({ ...one, userId });
  }
  for (const one of identified) await subscribe(at, one);
  const services = identified.map(({ payment: { serviceId: id } }) => ({ id, tenant: everyone }));
  // Before the balances: all transactions lock them in this order.
  if (services.length > 0) await lockLimitedServices({ tx }, { services });
  for (const one of identified) await topUp({ tx, now }, one);
  return paid.filter((one) => !isOfProgram(one));
}

const userKeyOf = ({ payment }: Paid) => `${payment.payer} ${payment.ownerId}`;

/** Bills the payer's subscription to the plan. A payer who has none is subscribed first. */
async function subscribe(
  at: Parameters<typeof identifyPrograms>[0],
  { payment, invoice, settlement, transactionHash, userId }: Identified,
): Promise<void> {
  const { tx, now, checkoutUrl, due } = at;
  const { serviceId, ownerId, paymentPlanId } = payment;
  await billPayer({ tx, now, checkoutUrl }, invoice, userId);
  await setPayer(tx, settlement.id, userId, now);
  const known = await lockNewestActiveOf(tx, { serviceId, userId, paymentPlanId });
  if (known !== null) {
    const subscription = await findSubscription(tx, known.id, everyone);
    if (subscription) await due.advance({ db: tx }, { subscriptions: [subscription], at: now });
    return linkInvoice(tx, invoice.id, known.id);
  }
  const of = { serviceId, ownerId, paymentPlanId, userId };
  const session = await insertCheckoutSession(at, of);
  const payer = () => Promise.resolve(userId);
  await completeSession(at, session, { trigger: "pay", transactionHash, payer });
  await linkInvoice(tx, invoice.id, session.subscriptionId);
}

/** Makes the payment's invoice a top-up of the payer's balance for the service. If there is no balance, it creates one. */
async function topUp(at: InTransaction, { payment, userId }: Identified): Promise<void> {
  const { serviceId, ownerId, invoiceId } = payment;
  await insertBalance(at, { id: newId(), serviceId, ownerId, userId, overdraft: 0 });
  const balanceId = await findBalanceOf(at.tx, serviceId, userId);
  if (balanceId === null) throw new Error(`${userId} must have a balance after its insert.`);
  await insertTopUp(at.tx, { invoiceId, balanceId, isAutomatic: false, createdAt: at.now });
}

/**
 * Records the usage that payments with x402 have paid for, and charges it to the balances that they have topped up. If a
 * limit refuses it, the payment stays on the balance.
 */
export async function recordPaidUsage(
  { tx, now }: InTransaction,
  paid: readonly SignedPaid[],
): Promise<void> {
  const payments = await findPaymentsOfInvoices(
    tx,
    paid.map(({ invoice }) => invoice.id),
  );
  const used = payments.filter(({ quantity, usageEventId }) => quantity && usageEventId === null);
  if (used.length === 0) return;
  const reported = await Promise.all(used.map((payment) => usageOf({ tx, now }, payment)));
  const writer = new UsageWriter((batch, second) => recordAdmittedIn(tx, batch, second), true);
  const { metered } = await writer.write(reported, now);
  for (const [place, payment] of used.entries()) {
    const event = reported[place];
    let one = metered[place];
    if (one?.outcome === "refused" && event !== undefined) {
      // The payment may have paid a debt of the balance. Then the usage is owed, as usage without a charge is.
      [one] = (await writer.write([{ ...event, charge: null }], now)).metered;
    }
    if (one?.outcome === "recorded") await setUsageEvent(tx, payment.id, one.usageEvent.id);
  }
}

async function usageOf({ tx }: InTransaction, payment: X402Payment) {
  const { serviceId, invoiceId, nonce, ownerId: tenant, apiKeyId } = payment;
  const invoice = await tx.invoice.findUniqueOrThrow({ where: { id: invoiceId } });
  const { userId, subscriptionId } = invoice;
  if (userId === null || subscriptionId === null) {
    throw new Error(`The invoice ${invoiceId} must have a payer.`);
  }
  const input = NewUsageEvent.parse({
    ...{ serviceId, subscriptionId, userId, invoiceId },
    eventKey: `x402:${nonce}`,
    quantity: payment.quantity?.toFixed(),
    balanceId: await findBalanceOf(tx, serviceId, userId),
    charge: payment.amount.toFixed(),
  });
  return { input, charge: chargeOf(input), tenant, apiKeyId, idempotencyHash: null };
}

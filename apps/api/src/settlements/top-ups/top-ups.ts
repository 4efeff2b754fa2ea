import { findBalance, insertTopUp } from "../../balances/store.ts";
import { findNewestPlanOf } from "../../catalog/plans/store.ts";
import type { InTransaction } from "../../db/client.ts";
import type { Balance, Subscription } from "../../db/generated/client.ts";
import type { AnnounceParts } from "../../invoices/announce-invoice.ts";
import { loadInvoice } from "../../invoices/load-invoice.ts";
import { openTopUpInvoice } from "../../invoices/open-invoice.ts";
import { dateTime, omittable, optionalId, positiveDecimal } from "../../kit/fields.ts";
import { newId } from "../../kit/ids.ts";
import { Amount, toTokenUnits } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import type { SettlementParts } from "../../operation/ports/parts.ts";
import type { Writing } from "../../operation/work.ts";
import { BalanceId, balanceNotFound, serviceHasNoPlan } from "../../schemas/balances.ts";
import { OneInvoice } from "../../schemas/invoices.ts";
import {
  subscriptionNotActive,
  subscriptionNotOfServiceAndUser,
} from "../../schemas/subscriptions.ts";
import { loadSubscriptionOf } from "../../subscriptions/load-subscription.ts";
import { lockActive, lockNewestActiveOf } from "../../subscriptions/store.ts";
import { findUsableCapsOf, roomUnder } from "../spending-caps/usable-cap.ts";

export type BilledSubscription = Pick<Subscription, "id" | "paymentPlanId">;

/**
 * Finds the subscription that a top-up bills when its caller names none: the newest one whose spending cap has room for
 * it, since the seller can collect it then; failing that, the newest one. It is locked, so that the invoice does not bill
 * a subscription that is cancelled meanwhile.
 *
 * @returns null when the user has no active subscription to the service
 */
export async function lockBilledSubscription(
  { tx, now, collector }: InTransaction & SettlementParts,
  of: Pick<Balance, "serviceId" | "userId">,
  amount: Amount,
): Promise<BilledSubscription | null> {
  const caps = await findUsableCapsOf({ db: tx, collector }, of, now);
  const able = caps.find((cap) => roomUnder(cap) >= toTokenUnits(amount));
  if (able !== undefined && (await lockActive(tx, able.subscription.id))) return able.subscription;
  return lockNewestActiveOf(tx, of);
}

interface TopUp {
  readonly amount: Pick<Amount, "toFixed">;
  readonly dueAt: Date | null;
  /** The locked subscription that the invoice bills; null: it bills the service's newest plan. */
  readonly subscription: BilledSubscription | null;
  /** Whether it is collected at once under the subscription's spending cap. */
  readonly isAutomatic: boolean;
}

/**
 * Creates the `OPEN` invoice of a top-up.
 *
 * @returns the invoice's id
 * @throws Refusal 409 when the service has no plan
 */
export async function openTopUp(
  parts: AnnounceParts,
  {
    id: balanceId,
    serviceId,
    ownerId,
    userId,
  }: Pick<Balance, "id" | "serviceId" | "ownerId" | "userId">,
  { amount, dueAt, subscription, isAutomatic }: TopUp,
): Promise<string> {
  const { tx, now } = parts;
  const paymentPlanId =
    subscription?.paymentPlanId ?? (await findNewestPlanOf(tx, serviceId))?.id ?? null;
  if (paymentPlanId === null) throw new Refusal(serviceHasNoPlan);
  const invoice = {
    amount: new Amount(amount.toFixed(6)),
    dueAt,
    collectAt: isAutomatic ? now : null,
    id: newId(),
    serviceId,
    ownerId,
    paymentPlanId,
    userId,
    subscriptionId: subscription?.id ?? null,
  };
  await openTopUpInvoice(parts, invoice);
  await insertTopUp(tx, { invoiceId: invoice.id, balanceId, isAutomatic, createdAt: now });
  return invoice.id;
}

const NewTopUp = BalanceId.extend({
  amount: positiveDecimal().meta({
    description: "Amount to pay and to credit, in USDC with at most six decimal places",
  }),
  dueAt: omittable(dateTime()).meta({
    description: "When the invoice becomes `EXPIRED` if it is still `OPEN`. Default: never",
  }),
  subscriptionId: optionalId().meta({
    description:
      "Id of the `ACTIVE` subscription of the balance's user and service that the invoice bills. Default: the newest one whose spending cap has room for it; otherwise the newest one",
  }),
});

export const createTopUp = write("POST /balances/{balanceId}/top-ups", {
  name: "balances.topUp",
  summary: "Top a balance up",
  description:
    "Creates an ordinary `OPEN` invoice with its own page. The commit that makes it `PAID`, whatever paid it, credits the balance; if a reorganization of the chain reopens it, the credit is taken back. The invoice bills `subscriptionId`. By default, it bills the user's newest `ACTIVE` subscription to the service whose spending cap has room for it, or the newest `ACTIVE` one, or the service's newest plan. Send an `Idempotency-Key`: without one, a repeated request creates another invoice.",
  status: 201,
  location: "/invoices",
  refusals: {
    balanceNotFound,
    subscriptionNotOfServiceAndUser,
    subscriptionNotActive,
    serviceHasNoPlan,
  },
  input: NewTopUp,
  output: OneInvoice,
  run: async (work, { balanceId, amount, dueAt = null, subscriptionId }) => {
    const balance = await findBalance(work.tx, balanceId, work.tenant);
    if (balance === null) throw new Refusal(balanceNotFound);
    const { serviceId, userId } = balance;
    const subscription =
      subscriptionId === undefined
        ? await lockBilledSubscription(work, balance, amount)
        : await lockNamedSubscription(work, { id: subscriptionId, serviceId, userId });
    const topUp = { amount, dueAt, subscription, isAutomatic: false };
    const id = await openTopUp(work, balance, topUp);
    return { invoice: await loadInvoice(work, id) };
  },
});

/**
 * Locks the subscription that the caller names. @throws Refusal 404 when it is not the service's and the user's; 409
 * when it is not `ACTIVE`
 */
async function lockNamedSubscription(
  work: Writing,
  named: Parameters<typeof loadSubscriptionOf>[1],
): Promise<BilledSubscription> {
  const subscription = await loadSubscriptionOf(work, named);
  if (!(await lockActive(work.tx, named.id))) throw new Refusal(subscriptionNotActive);
  return subscription;
}

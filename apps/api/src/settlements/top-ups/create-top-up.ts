import { findBalance } from "../../balances/store.ts";
import { loadInvoice } from "../../invoices/load-invoice.ts";
import { Refusal } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import type { Writing } from "../../operation/work.ts";
import { balanceNotFound, NewTopUp, serviceHasNoPlan } from "../../schemas/balances.ts";
import { OneInvoice } from "../../schemas/invoices.ts";
import {
  subscriptionNotActive,
  subscriptionNotOfServiceAndUser,
} from "../../schemas/subscriptions.ts";
import { loadSubscriptionOf } from "../../subscriptions/load-subscription.ts";
import { lockActive } from "../../subscriptions/store.ts";
import { type BilledSubscription, lockBilledSubscription } from "./lock-billed-subscription.ts";
import { openTopUp } from "./open-top-up.ts";

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

/** @throws Refusal 404 when it is not of the service and the user; 409 when it is not `ACTIVE` */
async function lockNamedSubscription(
  work: Writing,
  named: Parameters<typeof loadSubscriptionOf>[1],
): Promise<BilledSubscription> {
  const subscription = await loadSubscriptionOf(work, named);
  if (!(await lockActive(work.tx, named.id))) throw new Refusal(subscriptionNotActive);
  return subscription;
}

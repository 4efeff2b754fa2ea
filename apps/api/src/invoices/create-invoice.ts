import type { z } from "zod";
import { getPlanOfService } from "../catalog/plans/plans.ts";
import { newId } from "../kit/ids.ts";
import { Amount } from "../kit/money.ts";
import { orRefuse, Refusal } from "../kit/refusal.ts";
import { getUser } from "../operation/access/users/identify-user.ts";
import { write } from "../operation/define.ts";
import {
  billNumberTaken,
  billOfNoPeriod,
  halfAPeriod,
  invoiceCreatedPaid,
  invoiceNotFound,
  linesNotAmount,
  NewInvoice,
  OneInvoice,
  planNotOfSubscription,
} from "../schemas/invoices.ts";
import { planNotOfService } from "../schemas/plans.ts";
import { subscriptionNotOfServiceAndUser } from "../schemas/subscriptions.ts";
import { userNotFound } from "../schemas/users.ts";
import { loadSubscriptionOf } from "../subscriptions/load-subscription.ts";
import { takeBillNumber } from "../subscriptions/store.ts";
import { announceInvoice } from "./announce-invoice.ts";
import { shownInvoice } from "./invoice-records.ts";
import { findInvoice, insertInvoice } from "./store.ts";

/** docs/specification.md, section 4, POST /invoices. The caller sets the amount: usage is never added up here. */
export const createInvoice = write("POST /invoices", {
  name: "invoices.create",
  summary: "Create an invoice",
  description:
    "You set the amount: usage events are not added up automatically. `lines` say what it is for. The invoice becomes `PAID` only by a confirmed settlement. The event `invoice.created` reports it, and `invoice.opened` too if it is `OPEN`. Send an `Idempotency-Key`: without one, a repeated request creates another invoice.",
  status: 201,
  refusals: {
    invoiceCreatedPaid,
    linesNotAmount,
    planNotOfSubscription,
    planNotOfService,
    userNotFound: userNotFound("userId"),
    subscriptionNotOfServiceAndUser,
    halfAPeriod,
    billOfNoPeriod,
    billNumberTaken,
  },
  input: NewInvoice,
  output: OneInvoice,
  run: async (work, input) => {
    const { serviceId, userId, subscriptionId, lines } = input;
    const { periodStart, periodEnd, billNumber, usageHash } = input;
    if (lines !== undefined && !addUpTo(lines, input.amount)) throw new Refusal(linesNotAmount);
    checkPeriod(input);
    const plan = await getPlanOfService(work, input.paymentPlanId, serviceId);
    const user = await getUser(work, userId, "userId");
    if (subscriptionId !== undefined) {
      const subscription = await loadSubscriptionOf(work, {
        id: subscriptionId,
        serviceId,
        userId,
      });
      if (subscription.paymentPlanId !== plan.id) throw new Refusal(planNotOfSubscription);
    }
    const { tx, tenant } = work;
    if (billNumber !== undefined && subscriptionId !== undefined) {
      const isNext = await takeBillNumber(tx, subscriptionId, billNumber);
      if (!isNext) throw new Refusal(billNumberTaken);
    }
    // Read the time after the load: the load may renew the subscription, and that invoice must be older than this one.
    const now = await work.time();
    const id = newId();
    const status = input.status ?? "DRAFT";
    await insertInvoice(tx, {
      id,
      serviceId,
      ownerId: plan.ownerId,
      paymentPlanId: plan.id,
      userId: user.id,
      subscriptionId: subscriptionId ?? null,
      status,
      amount: input.amount,
      currency: input.currency ?? "USDC",
      dueAt: input.dueAt ?? null,
      periodStart: periodStart ?? null,
      periodEnd: periodEnd ?? null,
      billNumber: billNumber ?? null,
      usageHash: usageHash ?? null,
      createdAt: now,
      updatedAt: now,
      ...(lines !== undefined && { lines: { createMany: { data: inPlaces(lines) } } }),
    });
    await announceInvoice({ ...work, now }, "invoice.created", id);
    if (status === "OPEN") await announceInvoice({ ...work, now }, "invoice.opened", id);
    const invoice = orRefuse(await findInvoice(tx, id, tenant), invoiceNotFound);
    return { invoice: shownInvoice(work, invoice) };
  },
});

type Line = NonNullable<z.output<typeof NewInvoice>["lines"]>[number];

function checkPeriod({
  subscriptionId,
  periodStart,
  periodEnd,
  billNumber,
}: z.output<typeof NewInvoice>): void {
  const hasPeriod = periodStart !== undefined && periodEnd !== undefined;
  const isHalf = (periodStart === undefined) !== (periodEnd === undefined);
  if (isHalf || (hasPeriod && periodEnd < periodStart)) throw new Refusal(halfAPeriod);
  const isWhole = hasPeriod && subscriptionId !== undefined;
  if (billNumber !== undefined && !isWhole) throw new Refusal(billOfNoPeriod);
}

const addUpTo = (lines: readonly Line[], amount: Amount) =>
  lines.reduce((sum, line) => sum.plus(line.amount), new Amount(0)).eq(amount);

const inPlaces = (lines: readonly Line[]) => lines.map((line, position) => ({ ...line, position }));

import { usageHash } from "@usance/proofs";
import { z } from "zod";
import { getPlanOfService } from "../catalog/plans/plans.ts";
import { bytes32 } from "../kit/evm-fields.ts";
import {
  currency,
  dateTime,
  decimal,
  listOf,
  nested,
  omittable,
  optionalId,
  request,
  requiredId,
  signedDecimal,
} from "../kit/fields.ts";
import { newId } from "../kit/ids.ts";
import { requiredOr } from "../kit/messages.ts";
import { Amount } from "../kit/money.ts";
import { orRefuse, Refusal, type RefusalTerms } from "../kit/refusal.ts";
import { getUser } from "../operation/access/users/identify-user.ts";
import { write } from "../operation/define.ts";
import type { Keyed } from "../operation/work.ts";
import {
  billAboveDue,
  billNumber,
  billNumberTaken,
  billOfWrongPeriod,
  invoiceNotFound,
  linesNotAmount,
  lineWords,
  maxLines,
  NewLine,
  OneInvoice,
} from "../schemas/invoices.ts";
import { planNotOfService } from "../schemas/plans.ts";
import { quoteOfNoPeriod, quoteTooLarge, quoteTooSlow } from "../schemas/quotes.ts";
import { referencedRateCardNotFound } from "../schemas/rate-cards.ts";
import { subscriptionNotOfServiceAndUser } from "../schemas/subscriptions.ts";
import { userNotFound } from "../schemas/users.ts";
import { loadSubscriptionOf } from "../subscriptions/load-subscription.ts";
import { takeBillNumber } from "../subscriptions/store.ts";
import { requestRoot } from "../usage/roots/make-roots.ts";
import { announceInvoice } from "./announce-invoice.ts";
import type { MeasuredBill } from "./bills/bill-document.ts";
import { keepBilled, measureBill, measureTime } from "./bills/bill-usage.ts";
import { shownInvoice } from "./invoice-records.ts";
import { findInvoice, insertInvoice } from "./store.ts";

const invoiceCreatedPaid: RefusalTerms = {
  kind: "invalid",
  code: "invoice_created_paid",
  param: "status",
  message: "Invoices cannot be created with PAID status.",
  meaning: "An invoice becomes `PAID` only by a confirmed settlement.",
  remedy: "Create the invoice as `OPEN` and settle it.",
};

const planNotOfSubscription: RefusalTerms = {
  kind: "invalid",
  code: "plan_not_of_subscription",
  param: "paymentPlanId",
  message: "Payment plan does not match the subscription.",
  meaning: "The subscription is to another plan of the service.",
  remedy: "Send the `paymentPlanId` of the subscription.",
};

const halfAPeriod: RefusalTerms = {
  kind: "invalid",
  code: "half_a_period",
  param: "periodEnd",
  message:
    "periodStart and periodEnd must be sent together, and periodEnd must not be the earlier.",
  meaning: "An invoice has a period or none.",
  remedy: "Send both times in their order, or omit both.",
};

const billOfNoPeriod: RefusalTerms = {
  kind: "invalid",
  code: "bill_of_no_period",
  param: "billNumber",
  message: "billNumber requires subscriptionId, periodStart and periodEnd.",
  meaning: "A bill with a number bills the usage of a subscription in a period.",
  remedy: "Send the fields of `GET /subscriptions/{subscriptionId}/upcoming-invoice`.",
};

const usageOfNoSubscription: RefusalTerms = {
  kind: "invalid",
  code: "usage_of_no_subscription",
  param: "usage",
  message: "usage requires subscriptionId, and must be omitted with billNumber.",
  meaning: "Usage belongs to a subscription, and a numbered bill bills the usage of its period.",
  remedy: "Send `subscriptionId`, and one of `usage` and `billNumber`.",
};

const usageChanged: RefusalTerms = {
  kind: "conflict",
  code: "usage_changed",
  param: "usageHash",
  message: "The usage is not as usageHash says.",
  meaning:
    "Usage was recorded or voided since the quote or the upcoming invoice was read, or the invoice bills no usage.",
  remedy: "Read the quote or the upcoming invoice again, and send its amount, lines and hash.",
};

const firstStatuses = ["DRAFT", "OPEN", "VOID", "EXPIRED"] as const;

/** A line of an invoice. It can be a deduction, for example for earlier periods that became cheaper. */
const NewInvoiceLine = NewLine.extend({
  unitAmount: signedDecimal(12).meta({
    description: `${lineWords.unitAmount}, with at most twelve decimal places. Negative if the line is a deduction`,
    example: "0.0025",
  }),
  amount: signedDecimal(6).meta({
    description: `${lineWords.amount}, with at most six decimal places. Negative if the line is a deduction. You calculate it: the service does not multiply`,
    example: "12.5",
  }),
});

const NewInvoice = request({
  serviceId: requiredId().meta({ description: "Id of the service" }),
  paymentPlanId: requiredId().meta({
    description: "Id of the plan, which must belong to the service",
  }),
  userId: requiredId().meta({ description: "Id of the billed user" }),
  amount: decimal().meta({
    description:
      "Amount due, in USDC with at most six decimal places. You calculate it; the service does not change it",
  }),
  currency: currency(),
  status: omittable(
    z
      .enum(firstStatuses, {
        error: (issue) =>
          issue.input === "PAID"
            ? invoiceCreatedPaid.message
            : requiredOr(`must be one of: ${firstStatuses.join(", ")}.`)(issue),
      })
      .meta({ example: "OPEN" }),
  ).meta({
    description:
      "`DRAFT`: not due yet. `OPEN`: payment is due, and settlements are accepted. `VOID`, `EXPIRED`: closed, for invoices imported from another system. Default `DRAFT`",
    example: "OPEN",
  }),
  dueAt: omittable(dateTime()).meta({
    description: "When the invoice becomes `EXPIRED` if it is still `OPEN`. Default: never",
  }),
  subscriptionId: optionalId().meta({
    description:
      "Id of the billed subscription. It must be this user's subscription to this plan. Default: none",
  }),
  lines: omittable(listOf(NewInvoiceLine.strip(), maxLines)).meta({
    description:
      "What the invoice bills, for its reader: 1 to 100 lines whose amounts add up to `amount` exactly. Default: none",
  }),
  periodStart: omittable(dateTime()).meta({
    description: "When the period that the invoice bills began. Default: none",
  }),
  periodEnd: omittable(dateTime()).meta({ description: "When that period ended. Default: none" }),
  billNumber: billNumber().meta({
    description:
      "Number of the bill, for an invoice of a subscription's usage, as its upcoming invoice says. The next bills count what it bills, unless it is voided or expires unpaid. Default: none",
  }),
  usage: omittable(
    nested({
      from: omittable(dateTime()).meta({
        description:
          "When the billed usage begins. Default: start of the subscription's current period",
        example: "2026-01-01T00:00:00.000Z",
      }),
      to: omittable(dateTime()).meta({
        description: "Usage at this time or later is not billed. Default: the time of the call",
        example: "2026-02-01T00:00:00.000Z",
      }),
      rateCardId: optionalId().meta({
        description:
          "Id of the rate card that prices it. Default: the card of the plan at `from`, if there is one",
      }),
    }).strip(),
  ).meta({
    description:
      "Bills the usage of the subscription in a time: its bill commits to every event, also to those that a prepaid balance was charged for, and sets nothing off. Omit it if you send `billNumber`. Default: none",
  }),
  usageHash: omittable(bytes32()).meta({
    description:
      "Hash of the billed usage, as its quote or its upcoming invoice says. If the usage has changed since, the call is refused. Default: not compared",
  }),
}).strip();

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
    billOfWrongPeriod,
    billAboveDue,
    usageOfNoSubscription,
    quoteOfNoPeriod,
    referencedRateCardNotFound,
    usageChanged,
    quoteTooLarge,
    quoteTooSlow,
  },
  input: NewInvoice,
  output: OneInvoice,
  prepare: measureInvoice,
  run: async (work, input, prepared) => {
    const { serviceId, userId, subscriptionId, lines, billNumber, usage } = input;
    const { usageHash: expected } = input;
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
    const measured = prepared();
    if (expected !== undefined && expected.toLowerCase() !== hashOf(measured)) {
      throw new Refusal(usageChanged);
    }
    const { tx, tenant } = work;
    const id = newId();
    if (measured !== null && subscriptionId !== undefined)
      await requestRoot(tx, { invoiceId: id, subscriptionId });
    if (billNumber !== undefined && subscriptionId !== undefined) {
      const isNext = await takeBillNumber(tx, subscriptionId, billNumber);
      if (!isNext) throw new Refusal(billNumberTaken);
      if (measured !== null) {
        const { charged, billed } = measured.usage;
        if (input.amount.gt(new Amount(charged ?? 0).minus(billed))) {
          throw new Refusal(billAboveDue);
        }
        await keepBilled(tx, { id, subscriptionId }, measured);
      }
    }
    // Read the time after the load: the load may renew the subscription, and that invoice must be older than this one.
    const now = await work.time();
    const status = input.status ?? "DRAFT";
    const [period] = usage === undefined ? [] : (measured?.usage.periods ?? []);
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
      periodStart: input.periodStart ?? timeOf(period?.from),
      periodEnd: input.periodEnd ?? timeOf(period?.to),
      billNumber: billNumber ?? null,
      createdAt: now,
      updatedAt: now,
      lines,
      measured,
    });
    await announceInvoice({ ...work, now }, "invoice.created", id);
    if (status === "OPEN") await announceInvoice({ ...work, now }, "invoice.opened", id);
    const invoice = orRefuse(await findInvoice(tx, id, tenant), invoiceNotFound);
    return { invoice: shownInvoice(work, invoice) };
  },
});

const timeOf = (text: string | null | undefined) => (text ? new Date(text) : null);

const hashOf = (measured: MeasuredBill | null) => measured && usageHash(measured.usage);

/**
 * Measures the usage that an invoice bills. That may take seconds, so the transaction that creates it has not begun, and it takes
 * a turn like a quote.
 *
 * @returns null when the invoice bills no usage that can be measured
 */
async function measureInvoice(
  work: Keyed,
  {
    subscriptionId,
    serviceId,
    userId,
    billNumber,
    periodStart,
    usage,
  }: z.output<typeof NewInvoice>,
): Promise<MeasuredBill | null> {
  if (billNumber === undefined && usage === undefined) return null;
  if (subscriptionId === undefined || (billNumber !== undefined && usage !== undefined)) {
    throw new Refusal(usageOfNoSubscription);
  }
  const end = await work.request.turn({ cost: "large", seller: work.tenant, record: null });
  try {
    const subscription = await loadSubscriptionOf(work, { id: subscriptionId, serviceId, userId });
    if (usage !== undefined) return await measureTime(work, subscription, usage);
    if (billNumber === undefined || periodStart === undefined) return null;
    // Otherwise the bill before could still be made after this one was measured, which would not know it.
    if (billNumber !== subscription.billCount + 1) throw new Refusal(billNumberTaken);
    return await measureBill(work, subscription, { billNumber, periodStart });
  } finally {
    end();
  }
}

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

import { z } from "zod";
import { component, id, timeOut } from "../kit/answers.ts";
import { exampleTime } from "../kit/evm-fields.ts";
import type { RefusalTerms } from "../kit/refusal.ts";
import { Alert, AlertCrossing } from "./alerts.ts";
import { Balance } from "./balances.ts";
import { CheckoutSessionWithSubscriptions } from "./checkout-sessions.ts";
import { CreditNote } from "./credit-notes.ts";
import { Dispute } from "./disputes.ts";
import { Hold } from "./holds.ts";
import { InvoiceSummary } from "./invoices.ts";
import { LimitCrossing, UsageLimit } from "./limits.ts";
import { Settlement } from "./settlements.ts";
import { Subscription } from "./subscriptions.ts";
import { TestClock } from "./test-clocks.ts";

/** Every type of event: a noun and what happened to it. */
export const eventTypes = [
  "checkout_session.paid",
  "checkout_session.expired",
  "checkout_session.cancelled",
  "subscription.created",
  "subscription.renewed",
  "subscription.period_ended",
  "subscription.cancelled",
  "subscription.cap_revoked",
  "invoice.created",
  "invoice.opened",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.expired",
  "invoice.voided",
  "credit_note.created",
  "credit_note.refunded",
  "credit_note.refund_failed",
  "credit_note.refund_reorged",
  "dispute.created",
  "dispute.accepted",
  "dispute.declined",
  "settlement.submitted",
  "settlement.confirmed",
  "settlement.failed",
  "settlement.reorged",
  "balance.credited",
  "balance.depleted",
  "balance.frozen",
  "balance.recovered",
  "balance.auto_top_up_paused",
  "balance.auto_top_up_stopped",
  "hold.expired",
  "limit.crossed",
  "alert.crossed",
  "alert.recovered",
  "test_clock.ready",
] as const;

export type EventType = (typeof eventTypes)[number];

/** A record as it was when the event was written, already in the form of its answer. */
const asWritten = <Schema extends z.ZodType>(schema: Schema) =>
  z.custom<z.output<Schema>>().meta({
    override: { $ref: `#/components/schemas/${schema.meta()?.id}` },
  });

/** The noun of an event, by the start of its type: the noun's schema, and the event's data. */
const nouns = {
  checkout_session: {
    schema: CheckoutSessionWithSubscriptions,
    data: z.object({ checkoutSession: asWritten(CheckoutSessionWithSubscriptions) }),
  },
  subscription: {
    schema: Subscription,
    data: z.object({ subscription: asWritten(Subscription) }),
  },
  invoice: {
    schema: InvoiceSummary,
    data: z.object({ invoice: asWritten(InvoiceSummary) }),
  },
  credit_note: { schema: CreditNote, data: z.object({ creditNote: asWritten(CreditNote) }) },
  dispute: { schema: Dispute, data: z.object({ dispute: asWritten(Dispute) }) },
  settlement: { schema: Settlement, data: z.object({ settlement: asWritten(Settlement) }) },
  balance: { schema: Balance, data: z.object({ balance: asWritten(Balance) }) },
  hold: { schema: Hold, data: z.object({ hold: asWritten(Hold) }) },
  limit: { schema: UsageLimit, data: z.object({ limit: asWritten(UsageLimit) }) },
  alert: { schema: Alert, data: z.object({ alert: asWritten(Alert) }) },
  test_clock: { schema: TestClock, data: z.object({ testClock: asWritten(TestClock) }) },
} as const;

type Noun<Type extends EventType> = Type extends `${infer Begin}.${string}`
  ? Begin & keyof typeof nouns
  : never;

/** The noun of an event type. */
export function nounOf<Type extends EventType>(type: Type): (typeof nouns)[Noun<Type>] {
  const [noun] = type.split(".") as [Noun<Type>];
  return nouns[noun];
}

/** The fields of an event's data besides the noun's record. */
const more = {
  "invoice.payment_failed": {
    collection: z
      .object({
        settlementId: id().nullable().meta({
          description:
            "Id of the settlement that failed; null: none was created, because there is no spending cap that can be used, or it does not name the prices",
        }),
        failure: z.string().meta({
          description: "Why the collection failed",
          example: "The payer's USDC balance is too low.",
        }),
        nextAttemptAt: z.string().nullable().meta({
          description: "When it is collected next; null: not at all",
          format: "date-time",
          example: exampleTime,
        }),
      })
      .meta({ description: "The collection that failed" }),
  },
  "limit.crossed": { crossing: LimitCrossing },
  "alert.crossed": { crossing: AlertCrossing },
  "alert.recovered": { crossing: AlertCrossing },
  "test_clock.ready": {
    serviceId: id().meta({
      description: "Id of the service on the clock. Each service on the clock has its own event",
    }),
  },
} as const satisfies Partial<Record<EventType, z.ZodRawShape>>;

/** Returns the fields of an event type's data besides the noun's record. */
export function moreOf(type: EventType): z.ZodRawShape {
  return type in more ? more[type as keyof typeof more] : {};
}

/** When each type is sent, for the OpenAPI document. */
const descriptions: Readonly<Record<EventType, string>> = {
  "checkout_session.paid": "The subscriber has paid, and a subscription has started.",
  "checkout_session.expired": "The session expired without a payment.",
  "checkout_session.cancelled": "The session was cancelled.",
  "subscription.created": "A subscription has started.",
  "subscription.renewed": "A new period has started.",
  "subscription.period_ended":
    "A period of a metered subscription has ended, and its usage can be billed. The subscription is in its next period, or `CANCELLED` if it ended with this one.",
  "subscription.cancelled": "The subscription has ended: immediately, or with its period.",
  "subscription.cap_revoked":
    "The subscriber revoked the spending cap: in the portal, or on the chain, which the service notices when it reads the cap. Nothing more is collected under it.",
  "invoice.created":
    "An invoice was created. The invoice of a checkout payment is reported once the payment is confirmed.",
  "invoice.opened":
    "The invoice is due for payment: it was created as `OPEN`, finalized or reopened.",
  "invoice.paid": "A settlement of the invoice was confirmed.",
  "invoice.payment_failed":
    "The invoice could not be collected under the subscription's spending cap. It is still `OPEN`: it is collected again at `nextAttemptAt`, and its subscriber can pay it by its `url`. Each failed attempt is reported once.",
  "invoice.expired": "The invoice expired without a payment.",
  "invoice.voided": "The invoice was voided.",
  "credit_note.created": "A credit note of an invoice was created.",
  "credit_note.refunded":
    "A credit note was refunded: its amount was credited to the subscriber's balance, or a payment to the wallet that paid the invoice was confirmed on the chain.",
  "credit_note.refund_failed":
    "A refund to a wallet was not paid in time and can never be paid: you can start another one. Or a reorganization of the chain has undone the payment that a refund to a balance gave back, and the invoice was then voided or expired: nothing is left to refund.",
  "credit_note.refund_reorged":
    "A reorganization of the chain has removed the refund, or the payment that a refund to a balance gives back. It may be confirmed again.",
  "dispute.created": "A payer disputes usage events that an invoice bills.",
  "dispute.accepted":
    "The seller accepted a dispute: its events were corrected, and its amount was credited.",
  "dispute.declined": "The seller declined a dispute.",
  "settlement.submitted":
    "The settlement's transaction was sent to the chain. A checkout payment is not reported before it is confirmed.",
  "settlement.confirmed": "The settlement is confirmed on the chain.",
  "settlement.failed":
    "The settlement failed or timed out. A timed-out settlement can still be confirmed later. A checkout payment that was never confirmed is not reported.",
  "settlement.reorged":
    "A reorganization of the chain has removed the settlement; it may be confirmed again.",
  "balance.credited": "A top-up was paid, or credit was granted or given back.",
  "balance.depleted": "Nothing is left to spend, with the overdraft.",
  "balance.frozen":
    "A reorganization of the chain took back a payment that was already spent, or the overdraft in use is no longer backed: nothing can be spent until `balance.recovered`.",
  "balance.recovered": "The balance is no longer frozen.",
  "balance.auto_top_up_paused":
    "The balance is low, and automatic top-ups have reached `perDayAtMost`: the next one is made when 24 hours have passed since an earlier one.",
  "balance.auto_top_up_stopped":
    "The balance is no longer topped up automatically: the spending cap is used up, or a collection failed.",
  "hold.expired": "The hold expired, and what it had set aside is available again.",
  "limit.crossed":
    "What is used of a limit has crossed one of its `levels`. The level 1 is crossed when all is used, or an event is refused. It is sent once for each crossing in a window.",
  "alert.crossed":
    "What an alert watches has crossed one of its levels: usage, spending and a forecast have reached it, a balance and a cap have fallen below it.",
  "alert.recovered":
    "What an alert watches is back on the other side of one of its levels. It is sent only by alerts with `recovery`.",
  "test_clock.ready":
    "The service's test clock has arrived at the time to which it was advanced. Everything that came due on the way is done.",
};

/** `InvoicePaidEvent` */
const nameOf = (type: EventType) =>
  `${type.replace(/(?:^|[._])(.)/g, (_, letter: string) => letter.toUpperCase())}Event`;

const eventOf = <Type extends EventType>(type: Type) =>
  component(nameOf(type), descriptions[type], {
    id: id().meta({ description: "Id of the event, sent as `webhook-id` in every delivery" }),
    type: z.literal(type).meta({ description: "Type of the event", example: type }),
    createdAt: timeOut().meta({ description: "When it happened" }),
    test: z
      .literal(true)
      .optional()
      .meta({
        description: "Only on test events: nothing has happened",
        examples: [true], // with `example`, the example of every event would be a test event
      }),
    data: nounOf(type).data.extend(moreOf(type)).meta({
      description:
        "The record that changed, as its GET returned it at that time; an invoice as `GET /invoices` lists it, without its usage events",
    }) as (typeof nouns)[Noun<Type>]["data"],
  });

const [firstType, ...otherTypes] = eventTypes;

/** An event, with the record as it was at that time. */
export const Event = z
  .discriminatedUnion("type", [eventOf(firstType), ...otherTypes.map(eventOf)])
  .meta({ id: "Event", description: "Something that happened, with the record that changed." });

export const eventsMissed: RefusalTerms = {
  kind: "conflict",
  code: "events_missed",
  message: "The event of Last-Event-ID is unknown or too old, or too many events followed it.",
  meaning:
    "The event that `Last-Event-ID` names is unknown or older than 15 minutes, or more than 1,000 events followed it.",
  remedy: "Read them as a list, and open the stream without `Last-Event-ID`.",
};

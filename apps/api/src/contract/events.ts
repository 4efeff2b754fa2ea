import { z } from "zod";
import { id, timeOut } from "../lib/answers.ts";
import { filterId, omittable, oneOf, request, requiredId } from "../lib/fields.ts";
import { nextCursor, page } from "../lib/lists.ts";
import type { RefusalTerms } from "../lib/refusal.ts";
import { CheckoutSessionWithSubscriptions } from "./checkout-sessions.ts";
import { Invoice } from "./invoices.ts";
import { Settlement } from "./settlements.ts";
import { Subscription } from "./subscriptions.ts";

/** Every type of event that callers are told of: a noun, and what became of it. */
export const eventTypes = [
  "checkout_session.paid",
  "checkout_session.expired",
  "checkout_session.cancelled",
  "subscription.created",
  "subscription.renewed",
  "subscription.period_ended",
  "subscription.cancelled",
  "invoice.created",
  "invoice.opened",
  "invoice.paid",
  "invoice.expired",
  "invoice.voided",
  "settlement.submitted",
  "settlement.confirmed",
  "settlement.failed",
  "settlement.reorged",
] as const;

export type EventType = (typeof eventTypes)[number];

export const eventNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Event was not found.",
};

export const EventId = request({ eventId: requiredId() });

export const EventQuery = request({
  type: omittable(oneOf(eventTypes)).meta({
    description: "Only those of this type",
    example: "invoice.paid",
  }),
  serviceId: filterId(),
  ...page("events"),
}).prefault({});

/** A noun as it was when the event was written: already in the form of its answer. */
const asWritten = <Schema extends z.ZodType>(schema: Schema) =>
  z.custom<z.output<Schema>>().meta({
    override: { $ref: `#/components/schemas/${schema.meta()?.id}` },
  });

/** What an event is about, by how its type begins: the noun's schema, and the event's data. */
const nouns = {
  checkout_session: {
    schema: CheckoutSessionWithSubscriptions,
    data: z.object({ checkoutSession: asWritten(CheckoutSessionWithSubscriptions) }),
  },
  subscription: {
    schema: Subscription,
    data: z.object({ subscription: asWritten(Subscription) }),
  },
  invoice: { schema: Invoice, data: z.object({ invoice: asWritten(Invoice) }) },
  settlement: { schema: Settlement, data: z.object({ settlement: asWritten(Settlement) }) },
} as const;

type Noun<Type extends EventType> = Type extends `${infer Begin}.${string}`
  ? Begin & keyof typeof nouns
  : never;

/** What an event of a type is about. */
export function nounOf<Type extends EventType>(type: Type): (typeof nouns)[Noun<Type>] {
  const [noun] = type.split(".") as [Noun<Type>];
  return nouns[noun];
}

/** When each is sent, for readers of the document. */
const descriptions: Readonly<Record<EventType, string>> = {
  "checkout_session.paid": "The subscriber has paid: a subscription has begun.",
  "checkout_session.expired": "The session's time is up, and nobody has paid.",
  "checkout_session.cancelled": "The session was cancelled.",
  "subscription.created": "A subscription has begun.",
  "subscription.renewed": "A new period has begun.",
  "subscription.period_ended":
    "A period of a metered subscription has ended: its usage can be billed.",
  "subscription.cancelled": "The subscription has ended.",
  "invoice.created":
    "There is a new invoice. That of a payment at checkout is told of once the payment is confirmed.",
  "invoice.opened": "The invoice is to be paid: it was created so, finalized, or reopened.",
  "invoice.paid": "A settlement of the invoice was confirmed.",
  "invoice.expired": "The invoice was not paid in time.",
  "invoice.voided": "The invoice was voided.",
  "settlement.submitted":
    "The settlement's transaction is on its way to the chain. A payment at checkout is not told of before it is confirmed.",
  "settlement.confirmed": "The settlement stands on the chain.",
  "settlement.failed":
    "The settlement failed, or its time was up: what only ran out of time may still be confirmed. A payment at checkout that was never confirmed is not told of.",
  "settlement.reorged": "A reorganisation of the chain has undone the settlement for now.",
};

/** `InvoicePaidEvent` */
const nameOf = (type: EventType) =>
  `${type.replace(/(?:^|[._])(.)/g, (_, letter: string) => letter.toUpperCase())}Event`;

const eventOf = <Type extends EventType>(type: Type) =>
  z
    .object({
      id: id().meta({ description: "The same in every delivery of it, as `webhook-id`" }),
      type: z.literal(type).meta({ description: "What has happened", example: type }),
      createdAt: timeOut().meta({ description: "When it happened" }),
      test: z
        .literal(true)
        .optional()
        .meta({
          description: "Only on what was made to try an endpoint out: nothing has happened",
          examples: [true], // an `example` would make every event's one of those
        }),
      data: nounOf(type).data.meta({
        description: "What it happened to, as its GET showed it then",
      }) as (typeof nouns)[Noun<Type>]["data"],
    })
    .meta({ id: nameOf(type), description: descriptions[type] });

const [firstType, ...otherTypes] = eventTypes;

/** What has happened, with the noun exactly as its GET showed it then. */
export const Event = z
  .discriminatedUnion("type", [eventOf(firstType), ...otherTypes.map(eventOf)])
  .meta({ id: "Event", description: "Something that has happened, as callers are told of it." });

export const EventPage = z.object({
  events: z.array(Event).meta({ description: "Newest first" }),
  nextCursor: nextCursor("events"),
});

import { z } from "zod";
import { component, id, timeOut } from "../kit/answers.ts";
import {
  dateTime,
  decimal,
  omittable,
  optionalId,
  request,
  requiredId,
  requiredKey,
} from "../kit/fields.ts";
import { type RefusalTerms, recordNotFound, uniqueFieldsTaken } from "../kit/refusal.ts";
import { givenCharge } from "./balances.ts";
import { subject } from "./limits.ts";
import { InvoiceRecord, UsageEventRecord } from "./records.ts";
import { ServiceRecord } from "./services.ts";
import { Subscription, subscriptionNotActive } from "./subscriptions.ts";
import { User } from "./users.ts";

export const usageEventNotFound = recordNotFound("usage_event_not_found", "usageEventId");

export const invoiceOfAnother: RefusalTerms = {
  kind: "invalid",
  code: "usage_invoice_mismatch",
  param: "invoiceId",
  message: "Invoice does not match the usage event service and user.",
  meaning: "No invoice of the usage event's service and user has this `invoiceId`.",
  remedy: "Send the id of an invoice of the same service and user, or omit `invoiceId`.",
};

export const subscriptionTakesNoUsage: RefusalTerms = {
  ...subscriptionNotActive,
  message: "Usage can only be recorded against an ACTIVE subscription.",
};

/** A subscription records each event key once. */
export const eventAlreadyRecorded: RefusalTerms = {
  kind: "conflict",
  code: "usage_event_already_recorded",
  param: "eventKey",
  message: uniqueFieldsTaken,
  meaning: "The subscription already has a usage event with this `eventKey`.",
  remedy:
    "If this is a retry, the event is recorded and nothing is left to do. Otherwise send another `eventKey`.",
};

export const tooMuchAtOnce: RefusalTerms = {
  kind: "unavailable",
  code: "usage_queue_full",
  message: "Too many usage events wait to be recorded. Nothing of this one was.",
  meaning: "More usage events arrive than can be recorded. This one was not recorded.",
  remedy: "Retry after `Retry-After` seconds, and send events in batches.",
  retryAfterSeconds: 1,
};

/** Refuses one event of a batch; a whole request that is no object has a message of its own. */
export const eventNotAnObject: RefusalTerms = {
  kind: "invalid",
  code: "usage_event_not_json_object",
  message: "Usage event must be a JSON object.",
  meaning: "An item of a batch, or a line, is not a JSON object.",
  remedy: "Send each event as a JSON object with the fields of `POST /usage-events`.",
};

const chargeWords = {
  description:
    'What the event costs, in USDC with at most six decimal places; or `{"rateCard": true}`: the service calculates what it adds, by the rate card of the plan, to the cost of what is charged so in the period. Needs `balanceId`',
};

export const usageEventFields = request({
  serviceId: requiredId().meta({ description: "Id of the service that was used" }),
  subscriptionId: requiredId().meta({
    description: "Id of the subscription. It must be `ACTIVE` and belong to the service and user",
  }),
  userId: requiredId().meta({ description: "Id of the subscriber" }),
  eventKey: requiredKey(255).meta({
    description:
      "What was used. Each key is recorded once per subscription, so make it unique: for example a usage type and an hour, separated by `:`. The summary can group by the part before the first `:`",
    example: "requests:2026-01-31T12",
  }),
  subject: omittable(subject()).meta({
    description:
      "Who or what used it, below the subscriber, in your own words: an end user, an agent, a task. Limits can count by it",
    example: "agent-7",
  }),
  quantity: decimal().meta({
    description: "Number of units, with at most six decimal places",
    example: "250",
  }),
  invoiceId: optionalId().meta({
    description:
      "Id of an invoice of the same service and user that bills this usage. It does not change the invoice's amount",
  }),
  occurredAt: omittable(dateTime()).meta({
    description:
      "When the usage occurred; any time in the past is accepted. Digits below the millisecond are dropped. Default: the time of the call",
  }),
  balanceId: optionalId().meta({
    description:
      "Id of the prepaid balance of the same service and user that pays for it, one without `keyPrefix`. It is charged in the commit that records the event, or nothing is recorded. Needs `charge`",
  }),
  charge: omittable(givenCharge()).meta(chargeWords),
});

/** Compiled, because it parses every event. */
export const NewUsageEvent = z.compile(
  usageEventFields
    .strip()
    .extend({ charge: omittable(givenCharge({ isStrict: false })).meta(chargeWords) }),
);

export const UsageEventId = request({ usageEventId: requiredId() });

const UsageEventVoid = component(
  "UsageEventVoid",
  "The void of a usage event: sums, quotes and later bills omit the event.",
  {
    reason: z.string().meta({
      description: "Reason for the void, as you sent it",
      example: "Counted twice after a restart",
    }),
    replacementId: id().nullable().meta({
      description: "Id of the usage event that was recorded instead; null if there is none",
    }),
    balanceCreditIds: z.array(id()).meta({
      description:
        "Ids of the credits in the ledgers of balances that returned the event's charge; empty if it was not charged",
    }),
    createdAt: timeOut().meta({ description: "When the event was voided" }),
  },
);

export const RecordedUsageEvent = component(
  "RecordedUsageEvent",
  "A usage event of a batch, without its nested records.",
  {
    ...UsageEventRecord.shape,
    charge: z
      .object({
        amount: z.string().meta({
          description:
            "USDC; 0 if the event makes the usage of the period cheaper: then the balance gets the difference",
          example: "0.007000",
        }),
        rateCardId: id().meta({
          description: "Id of the rate card that prices the event's period",
        }),
      })
      .optional()
      .meta({
        description:
          'What the rate card has charged for it: only in the response of `POST /usage-events`, or of a batch, that records an event with the charge `{"rateCard": true}`',
      }),
  },
);

export const UsageEvent = component("UsageEvent", "A subscriber's usage, recorded once per key.", {
  ...RecordedUsageEvent.shape,
  invoice: InvoiceRecord.nullable().meta({
    description: "The invoice that it was recorded with; null if there is none",
  }),
  service: ServiceRecord,
  subscription: Subscription,
  user: User,
  void: UsageEventVoid.nullable().meta({
    description:
      "The void of the event, which then no longer counts; null: the event is not voided",
    example: null,
  }),
});

/** Compiled, because the answer to every recorded event goes through it. */
export const OneUsageEvent = z.compile(z.object({ usageEvent: UsageEvent }));

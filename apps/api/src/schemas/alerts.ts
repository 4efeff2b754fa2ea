import { z } from "zod";
import { component, createdAt, decimalOut, id } from "../kit/answers.ts";
import { exampleId, exampleTime } from "../kit/evm-fields.ts";
import {
  decimal,
  flag,
  listOf,
  omittable,
  oneOf,
  optionalId,
  request,
  requiredId,
  requiredPrefix,
} from "../kit/fields.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";

export const alertNotFound = recordNotFound("alert_not_found", "alertId");

export const strayAlertField = (
  param: "subscriptionId" | "balanceId" | "keyPrefix",
): RefusalTerms => ({
  kind: "invalid",
  code: "alert_field",
  param,
  message: `${param} must be omitted if on is ${fieldOf[param]}.`,
  pattern: "<field> must be omitted if on is <on>.",
  meaning:
    "`balanceId` is for alerts on `balance`, `subscriptionId` for all others, and `keyPrefix` for those on `usage` and `spend`.",
  remedy: "Omit the field.",
});

const fieldOf = {
  subscriptionId: "balance",
  balanceId: "not balance",
  keyPrefix: "neither usage nor spend",
} as const;

export const tooManyAlerts: RefusalTerms = {
  kind: "conflict",
  code: "too_many_alerts",
  message: "A service has at most 10 alerts for the same subscription or balance.",
  meaning: "So many alerts of the service have the same `subscriptionId` or `balanceId`, or none.",
  remedy: "Remove one of them with `DELETE /alerts/{alertId}`. One alert can have ten levels.",
};

/** How many alerts of a service have the same subscription or balance, or none. */
export const maxAlerts = 10;

const watches = ["usage", "spend", "balance", "cap", "forecast"] as const;

export type AlertWatch = (typeof watches)[number];

const words = {
  on: "What it watches. `usage`: the quantity of the events of a billing period. `spend`: what these were charged to balances. `balance`: what is available of a prepaid balance. `cap`: what is left of a spending cap. `forecast`: what all usage of the running period will cost by the rate card if it goes on like this",
  levels:
    "Up to 10 levels, in units for `usage` and in USDC for all others. `usage`, `spend` and `forecast` cross a level when they reach it, `balance` and `cap` when they fall below it. Of several that a commit crosses, the last is reported",
  recovery: "Whether `alert.recovered` is sent too, when the value is back on the other side",
  tellsSubscriber:
    "Whether the subscriber is told too: by e-mail, once a day for a level, and in the portal while a level is crossed",
  subscriptionId: "Only of this subscription",
  balanceId: "Only of this balance",
  keyPrefix: "Only events whose `eventKey` has this before its first `:`, or is this",
};

export const NewAlert = request({
  serviceId: requiredId().meta({ description: "Id of the service" }),
  on: oneOf(watches).meta({ description: words.on, example: "balance" }),
  levels: listOf(decimal(), 10).meta({ description: words.levels, example: ["5", "1"] }),
  recovery: flag().meta({ description: `${words.recovery}. Default \`false\``, example: true }),
  tellsSubscriber: flag().meta({
    description: `${words.tellsSubscriber}. Default \`false\``,
    example: false,
  }),
  subscriptionId: optionalId().meta({ description: `${words.subscriptionId}. Default: of each` }),
  balanceId: optionalId().meta({ description: `${words.balanceId}. Default: of each` }),
  keyPrefix: omittable(requiredPrefix(255)).meta({
    description: `${words.keyPrefix}. Default: all events`,
    example: "tokens",
  }),
});

export const Alert = component("Alert", "What you are told when a value crosses levels.", {
  id: id(),
  serviceId: id(),
  on: z.enum(watches).meta({ description: words.on, example: "balance" }),
  levels: z
    .array(decimalOut())
    .meta({ description: words.levels, example: ["1.000000", "5.000000"] }),
  recovery: z.boolean().meta({ description: words.recovery, example: true }),
  tellsSubscriber: z.boolean().meta({ description: words.tellsSubscriber, example: false }),
  subscriptionId: id()
    .nullable()
    .meta({
      description: `${words.subscriptionId}; null: of each`,
      example: null,
    }),
  balanceId: id()
    .nullable()
    .meta({
      description: `${words.balanceId}; null: of each`,
      example: null,
    }),
  keyPrefix: z
    .string()
    .nullable()
    .meta({
      description: `${words.keyPrefix}; null: all events`,
      example: null,
    }),
  createdAt: createdAt(),
});

/** What an alert watches, by name: a subscription's usage, spending, cap or forecast, or a balance. */
const watched = {
  subscriptionId: z.string().nullable().meta({
    description: "Of which subscription; null: of a balance",
    example: null,
  }),
  balanceId: z.string().nullable().meta({
    description: "Of which balance; null: of a subscription",
    example: exampleId,
  }),
};

/** A level that was crossed, as it is written in an event and kept for an e-mail. */
export const AlertCrossing = z
  .object({
    level: z.string().meta({ description: "The level", example: "5.000000" }),
    value: z.string().meta({ description: "The value now", example: "4.900000" }),
    ...watched,
    periodStart: z.string().nullable().meta({
      description:
        "Start of the period whose usage, spending or forecast it is; null: of a balance or a cap, or it has no start",
      format: "date-time",
      example: exampleTime,
    }),
  })
  .meta({ description: "The level that was crossed, and the value" });

export const AlertState = component("AlertState", "What an alert watches, as it is now.", {
  alert: Alert,
  ...watched,
  value: decimalOut().nullable().meta({
    description:
      "The value; null: there is no spending cap, or no forecast yet. It is what the alert saw last: of a cap, what was left when the chain was asked, at most an hour ago",
    example: "4.900000",
  }),
  crossed: z.array(decimalOut()).meta({
    description: "The levels that are crossed now",
    example: ["5.000000"],
  }),
});

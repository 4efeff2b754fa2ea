import { z } from "zod";
import { component, createdAt, decimalOut, id, timeOut, updatedAt } from "../kit/answers.ts";
import { timeZone, utc } from "../kit/date-time.ts";
import { exampleId, exampleTime } from "../kit/evm-fields.ts";
import {
  decimal,
  omittable,
  oneOf,
  optionalId,
  request,
  requiredId,
  requiredKey,
  requiredPrefix,
  wholeNumber,
} from "../kit/fields.ts";
import { requiredOr, says } from "../kit/messages.ts";
import { type ReachedLimit, type RefusalTerms, recordNotFound } from "../kit/refusal.ts";

export const limitNotFound = recordNotFound("limit_not_found", "name");

export const limitOfSeveralSellers: RefusalTerms = {
  kind: "conflict",
  code: "limit_of_several_sellers",
  param: "name",
  message: "Several sellers have a limit with this name.",
  meaning: "The API key acts for all sellers, and each of them chooses the names of their limits.",
  remedy: "Use an API key of the seller.",
};

export const limitOfAnotherService: RefusalTerms = {
  kind: "conflict",
  code: "limit_of_another_service",
  param: "serviceId",
  message: "The limit is of another service.",
  meaning: "You have a limit with this name, of another service. A limit stays with its service.",
  remedy: "Choose another name, or remove the other limit first.",
};

export const usageUnderWay: RefusalTerms = {
  kind: "unavailable",
  code: "usage_under_way",
  message: "Usage that began to be recorded before takes too long.",
  meaning:
    "Limits and stops wait until all usage is recorded that began to be recorded before, and some took longer than five seconds. A limit was not set. A stop is set, and only such usage may still be recorded.",
  remedy: "Retry after `Retry-After` seconds.",
  retryAfterSeconds: 5,
};

export const tooManyLimits: RefusalTerms = {
  kind: "conflict",
  code: "too_many_limits",
  message: "A service has at most 20 limits for the same subscription and subject.",
  meaning: "So many limits of the service have the same `subscriptionId` and `subject`, or none.",
  remedy: "Remove one of them with `DELETE /limits/{name}`.",
};

/** How many limits of a service have the same subscription and subject, or none. Each event is compared with all of them. */
export const maxLimits = 20;

export const subjectScopeNeeded: RefusalTerms = {
  kind: "invalid",
  code: "limit_subject_without_scope",
  param: "subject",
  message: "subject must be omitted unless scope is subject.",
  meaning: "A limit for one subject counts the usage of that subject, so its scope is `subject`.",
  remedy: "Send `scope: subject`, or omit `subject`.",
};

export const subscriptionScopeNeeded: RefusalTerms = {
  kind: "invalid",
  code: "limit_subscription_without_scope",
  param: "subscriptionId",
  message: "subscriptionId must be omitted if scope is service.",
  meaning: "A limit of the scope `service` counts the usage of all subscriptions together.",
  remedy: "Send `scope: subscription`, or omit `subscriptionId`.",
};

export const periodOfService: RefusalTerms = {
  kind: "invalid",
  code: "limit_period_of_service",
  param: "window",
  message: "window must not be period if scope is service.",
  meaning: "Each subscription has billing periods of its own, and a service has none.",
  remedy: "Send another `window`, or the scope `subscription`.",
};

export const strayWindowField = (param: "timeZone" | "seconds"): RefusalTerms => ({
  kind: "invalid",
  code: "limit_window_field",
  param,
  message: `${param} must be omitted unless window is ${param === "seconds" ? "rolling" : "day"}.`,
  pattern: "<field> must be omitted unless window is <window>.",
  meaning: "`timeZone` says when a day begins, and `seconds` how long a rolling window is.",
  remedy: "Omit the field, or send the `window` that it belongs to.",
});

/** The name of the limits with which subscribers stop usage. No limit of a seller has it. */
export const stopName = "stopped-by-subscriber";

/** Refuses an event that a limit does not admit. */
export const limitReached = (limit: ReachedLimit): RefusalTerms => ({
  kind: "unpaid",
  code: "limit_reached",
  message: `Limit ${limit.name} is reached: ${limit.used} of ${limit.max} used, ${limit.remaining} remaining until ${
    limit.resetsAt ?? (limit.name === stopName ? "the subscriber starts it again" : "it is raised")
  }.`,
  pattern: "Limit <name> is reached: <used> of <max> used, <remaining> remaining until <time>.",
  meaning: `With this event, more would be used than a limit allows. Nothing was recorded and nothing was charged. The headers \`Usance-Limit\` to \`Usance-Limit-Reset\` say which limit, and how much of it is left; \`${stopName}\` is a stop that the subscriber has set in the portal.`,
  remedy:
    "Send less, wait until `Usance-Limit-Reset`, or raise the limit with `PUT /limits/{name}`. Only the subscriber ends a stop.",
  limit,
});

/** One of each, for lists of errors. */
export const exampleLimitReached = limitReached({
  name: "tokens-per-day",
  max: "100000.000000",
  used: "99800.000000",
  remaining: "200.000000",
  resetsAt: "2026-02-01T00:00:00.000Z",
});

const nameRule = says(
  `must be a letter or digit and up to 63 letters, digits, and . _ : or -, and not ${stopName}.`,
);

export const LimitName = request({
  name: requiredKey(64)
    .regex(/^[A-Za-z0-9][\w.:-]*$/, nameRule)
    .refine((name) => name !== stopName, nameRule)
    .meta({
      description:
        "Your name for the limit: a letter or digit, and up to 63 letters, digits, `.`, `_`, `:` and `-`",
      example: "tokens-per-day",
    }),
});

/** The subject of usage events. */
export const subject = () =>
  requiredKey(64).meta({
    description:
      "Who or what used it, below the subscriber, in your own words: an end user, an agent, a task",
    example: "agent-7",
  });

const scopes = ["service", "subscription", "subject"] as const;
const measures = ["quantity", "charge", "count"] as const;
const windows = ["hour", "day", "period", "rolling", "ever"] as const;
const actions = ["NOTIFY", "REJECT"] as const;
export const setters = ["SELLER", "SUBSCRIBER"] as const;

const words = {
  scope:
    "Whose usage counts together. `service`: all of the service. `subscription`: each subscription by itself. `subject`: each subject of a subscription by itself",
  measure:
    "What counts. `quantity`: the sum of `quantity`. `charge`: the sum of what the events were charged to balances, in USDC. `count`: the number of events",
  window:
    "When usage counts together, by `occurredAt`. `hour`: of UTC. `day`: of `timeZone`. `period`: the billing period of the subscription; without a billing interval all of its time. `rolling`: the last `seconds`, in steps of a sixtieth of them, at least of a second. `ever`: all usage",
  action:
    "`REJECT`: an event with which more than `max` would be used is refused with 402. `NOTIFY`: none is refused",
  levels:
    "At which parts of `max` the event `limit.crossed` is sent, once for each crossing in a window: up to 10 numbers from 0.01 to 10, with two decimal places. The level 1 is crossed when all is used, or an event is refused",
};

const levelsRule = "must be up to 10 numbers from 0.01 to 10 with at most two decimal places.";

const isLevel = (level: number) =>
  level >= 0.01 && level <= 10 && Math.abs(level * 100 - Math.round(level * 100)) < 1e-9;

/** Parts of `max`, as texts of their hundredths in ascending order. */
const levels = () =>
  z
    .array(z.number({ error: () => `levels ${levelsRule}` }), { error: requiredOr(levelsRule) })
    .refine((given) => given.length <= 10 && given.every(isLevel), says(levelsRule))
    .transform((given) => [
      ...new Set(
        given.toSorted((one, other) => one - other).map((level) => String(Math.round(level * 100))),
      ),
    ]);

/** The longest rolling window: 31 days. */
const maxSeconds = 31 * 86_400;

export const NewLimit = LimitName.extend({
  serviceId: requiredId().meta({ description: "Id of the service whose usage is limited" }),
  scope: oneOf(scopes).meta({ description: words.scope, example: "subscription" }),
  subscriptionId: optionalId().meta({
    description: "Only usage of this subscription. Default: of each",
  }),
  subject: omittable(subject()).meta({
    description: "Only usage of this subject. Default: of each, with the scope `subject`",
    example: "agent-7",
  }),
  keyPrefix: omittable(requiredPrefix(255)).meta({
    description:
      "Only events whose `eventKey` has this before its first `:`, or is this. Default: all events",
    example: "tokens",
  }),
  measure: oneOf(measures).meta({ description: words.measure, example: "quantity" }),
  max: decimal().meta({
    description: "The most that may be used in a window, with at most six decimal places",
    example: "100000",
  }),
  window: oneOf(windows).meta({ description: words.window, example: "day" }),
  timeZone: omittable(timeZone()).meta({
    description: "Of a `day`: the time zone in which it begins. Default: `UTC`",
    example: utc,
  }),
  seconds: omittable(wholeNumber(1, maxSeconds)).meta({
    description: "Of a `rolling` window: how long it is, up to 31 days",
    example: 60,
  }),
  action: oneOf(actions).meta({ description: words.action, example: "REJECT" }),
  levels: omittable(levels()).meta({
    description: `${words.levels}. Default: 0.8 and 1`,
    example: [0.8, 1],
  }),
});

const subjectOut = () => z.string().nullable();

export const UsageLimit = component("UsageLimit", "A limit on the usage of a service.", {
  id: id(),
  name: z.string().meta({ description: "Your name for the limit", example: "tokens-per-day" }),
  setBy: z
    .custom<string>()
    .pipe(z.enum(setters))
    .meta({
      description: `Who has set it. \`SUBSCRIBER\`: it is a stop of the portal, named \`${stopName}\`. It refuses usage from its \`createdAt\` on and counts none, so \`used\` is 0`,
      example: "SELLER",
    }),
  serviceId: id(),
  scope: z.enum(scopes).meta({ description: words.scope, example: "subscription" }),
  subscriptionId: id().nullable().meta({ description: "Only usage of it; null: of each" }),
  subject: subjectOut().meta({ description: "Only usage of it; null: of each", example: null }),
  keyPrefix: z.string().nullable().meta({
    description: "Only events whose keys have this prefix; null: all events",
    example: "tokens",
  }),
  measure: z.enum(measures).meta({ description: words.measure, example: "quantity" }),
  max: decimalOut().meta({
    description: "The most that may be used in a window",
    example: "100000.000000",
  }),
  window: z.enum(windows).meta({ description: words.window, example: "day" }),
  timeZone: z.string().nullable().meta({
    description: "The time zone in which a `day` begins; null for other windows",
    example: utc,
  }),
  seconds: z.int().nullable().meta({
    description: "How long a `rolling` window is; null for other windows",
    example: null,
  }),
  action: z.enum(actions).meta({ description: words.action, example: "REJECT" }),
  levels: z.array(z.number()).meta({ description: words.levels, example: [0.8, 1] }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const LimitUsage = component("LimitUsage", "How much of a limit is used.", {
  limit: UsageLimit,
  subscriptionId: id().nullable().meta({
    description: "Whose usage it is; null: of all subscriptions of the service",
    example: exampleId,
  }),
  subject: subjectOut().meta({ description: "Of which subject; null: of all", example: "agent-7" }),
  used: decimalOut().meta({ description: "What is used in the window", example: "99800.000000" }),
  reserved: decimalOut().meta({
    description: "What holds reserve",
    example: "0.000000",
  }),
  remaining: decimalOut().meta({
    description: "What is left in the window, without what is reserved; at least 0",
    example: "200.000000",
  }),
  windowStart: timeOut().nullable().meta({
    description: "Start of the window; null: it has none",
  }),
  resetsAt: timeOut().nullable().meta({
    description:
      "When the window ends; of a `rolling` one, when the first usage in it no longer counts; null: never, or there is none",
  }),
});

/** How much of a limit is used, as it is written in an event and in the result of an event that was refused. */
const writtenUsage = {
  used: z.string().meta({ description: "What is used in the window", example: "99800.000000" }),
  remaining: z.string().meta({ description: "What is left of it", example: "200.000000" }),
  resetsAt: z.string().nullable().meta({
    description: "When it has more to give; null: never",
    format: "date-time",
    example: exampleTime,
  }),
};

/** A level of a limit that was crossed. */
export const LimitCrossing = z
  .object({
    level: z.number().meta({ description: "The part of `max`", example: 0.8 }),
    subscriptionId: z.string().nullable().meta({
      description: "Whose usage it is; null: of all subscriptions of the service",
      example: exampleId,
    }),
    subject: subjectOut().meta({ description: "Of which subject; null: of all", example: null }),
    ...writtenUsage,
  })
  .meta({ description: "The level that was crossed, and what is used" });

/** The limit that refused an event of a batch. */
export const ReachedLimitOut = z
  .object({
    name: z.string().meta({ description: "Your name for it", example: "tokens-per-day" }),
    max: z.string().meta({
      description: "The most that may be used in a window",
      example: "100000.000000",
    }),
    ...writtenUsage,
  })
  .meta({ description: "The limit that refused the event; absent unless one did" });

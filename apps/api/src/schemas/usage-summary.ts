import { z } from "zod";
import { component, decimalOut, id, timeOut } from "../kit/answers.ts";
import { isWithinDays, timeZone, utc } from "../kit/date-time.ts";
import {
  dateTime,
  filterId,
  omittable,
  oneOf,
  request,
  requiredId,
  requiredText,
} from "../kit/fields.ts";
import { badCursor, cursor, limit, nextCursorBy, readCursor, writeCursor } from "../kit/lists.ts";
import type { RefusalTerms } from "../kit/refusal.ts";

const groupings = ["eventKey", "prefix", "day"] as const;
const usualLimit = 100;

type Grouping = (typeof groupings)[number];

/** The last group of a page; the next page begins after it. */
export interface GroupPlace {
  readonly groupBy: Grouping;
  readonly key: string;
}

export const UsageSummaryQuery = request({
  subscriptionId: requiredId().meta({ description: "Id of the subscription" }),
  from: omittable(dateTime()).meta({
    description: "Only usage that occurred then or later",
    example: "2026-01-01T00:00:00.000Z",
  }),
  to: omittable(dateTime()).meta({
    description: "Only usage that occurred before then",
    example: "2026-02-01T00:00:00.000Z",
  }),
  groupBy: omittable(oneOf(groupings)).meta({
    description:
      "Also adds up each group: by `eventKey`; by `prefix`, which is the part of the key before the first `:`; or by `day` in UTC. Default: no groups",
    example: "prefix",
  }),
  limit: limit(usualLimit, 1000).transform((given) => given ?? usualLimit),
  cursor: cursor(readPlace),
}).refine(({ cursor: place, groupBy }) => place === undefined || place.groupBy === groupBy, {
  path: ["cursor"],
  error: badCursor,
});

/** The sums of some usage. */
export const sums = {
  quantity: decimalOut().meta({
    description: "Sum of the units, with six decimal places",
    example: "250.000000",
  }),
  count: z.int().meta({ description: "Number of events", example: 2 }),
};

const UsageSummary = component(
  "UsageSummary",
  "A subscription's usage in a period. `quantity` and `count` cover the whole period.",
  {
    subscriptionId: id(),
    from: timeOut().nullable().meta({
      description: "Start of the period, as requested; null: the first event",
    }),
    to: timeOut().nullable().meta({
      description: "End of the period, as requested; null: open",
      example: null,
    }),
    groupBy: z.enum(groupings).nullable().meta({
      description: "How events are grouped, as requested; null: not at all",
      example: "prefix",
    }),
    ...sums,
    voidedCount: z.int().meta({
      description: "Number of voided events in the period, which are left out of all sums",
      example: 0,
    }),
    groups: z
      .array(
        z.object({
          key: z.string().meta({
            description: "The key, prefix or day that the events of the group share",
            example: "requests",
          }),
          ...sums,
        }),
      )
      .meta({ description: "A page of the groups, ordered by the bytes of their keys" }),
  },
);

export const UsageSummaryPage = z.object({
  summary: UsageSummary,
  nextCursor: nextCursorBy<GroupPlace>(({ groupBy, key }) =>
    writeCursor(list, `${groupBy} ${key}`),
  ).meta({ description: "The `cursor` of the next page of groups; null at the end" }),
});

const list = "usage-events/summary";

function readPlace(text: string): GroupPlace | null {
  const [, grouping, key] = /^(\w+) ([^\0]*)$/.exec(readCursor(list, text) ?? "") ?? [];
  const groupBy = groupings.find((one) => one === grouping);
  return groupBy === undefined || key === undefined ? null : { groupBy, key };
}

/** The lengths of intervals, and the most days of a series of each. */
const maxDays = { hour: 31, day: 366 } as const;

type Interval = keyof typeof maxDays;
const intervals = Object.keys(maxDays) as [Interval, ...Interval[]];

const usualPrefixes = 6;
const maxPrefixes = 20;

export const seriesTooLong: RefusalTerms = {
  kind: "invalid",
  code: "usage_series_too_long",
  param: "to",
  message: `to must not be before from, and at most ${maxDays.hour} days after it for an interval of hour and ${maxDays.day} days for day.`,
  meaning: "The time from `from` to `to` is negative, or has too many intervals for one response.",
  remedy: "Send a shorter time, or `day` instead of `hour` as `interval`.",
};

export const UsageSeriesQuery = request({
  subscriptionId: filterId().meta({ description: "Only usage of this subscription" }),
  serviceId: filterId().meta({ description: "Only usage of this service" }),
  prefix: omittable(requiredText(255)).meta({
    description: "Only usage whose key has this prefix: the part before the first `:`",
    example: "requests",
  }),
  interval: omittable(oneOf(intervals))
    .transform((given) => given ?? ("day" as const))
    .meta({ description: "The length of the intervals. Default `day`", example: "day" }),
  timeZone: omittable(timeZone())
    .transform((given) => given ?? utc)
    .meta({
      description:
        "The time zone in which days and hours begin: `UTC`, or a name of the IANA time zone database. Default `UTC`",
      example: "Europe/Berlin",
    }),
  from: dateTime().meta({
    description: "Only usage that occurred then or later",
    example: "2026-01-01T00:00:00.000Z",
  }),
  to: dateTime().meta({
    example: "2026-02-01T00:00:00.000Z",
    description: `Only usage that occurred before then: at most ${maxDays.hour} days of the time zone after \`from\` by hour, ${maxDays.day} by day`,
  }),
  limit: limit(usualPrefixes, maxPrefixes)
    .transform((given) => given ?? usualPrefixes)
    .meta({
      description: `Max number of prefixes with separate sums, at most ${maxPrefixes}; default ${usualPrefixes}`,
    }),
}).refine(
  ({ from, to, interval, timeZone: zone }) =>
    from <= to && isWithinDays(from, to, maxDays[interval], zone),
  { error: seriesTooLong.message },
);

const lateSums = {
  ...sums,
  lateQuantity: sums.quantity.meta({
    description:
      "The part of `quantity` that was late, that is, recorded after the end of the billing period in which it occurred. Usage before the first period, and usage of plans without an interval, is never late",
    example: "0.000000",
  }),
  lateCount: sums.count.meta({ description: "Number of late events", example: 0 }),
};

const Points = z.array(
  z.object({
    start: z.string().meta({
      description:
        "Start of the interval: a day of the time zone, such as `2026-01-31`, or the time at which an hour begins, such as `2026-01-31T12:00:00.000Z`",
      example: "2026-01-31",
    }),
    ...lateSums,
  }),
);

const UsageSeries = component(
  "UsageSeries",
  "Usage over time. `quantity` and `count` cover the whole time.",
  {
    subscriptionId: id().nullable().meta({ description: "As requested; null: all subscriptions" }),
    serviceId: id().nullable().meta({ description: "As requested; null: all services" }),
    prefix: z.string().nullable().meta({
      description: "As requested; null: all prefixes",
      example: null,
    }),
    interval: z.enum(intervals).meta({ description: "As requested", example: "day" }),
    timeZone: z.string().meta({ description: "As requested", example: utc }),
    from: timeOut().meta({ description: "As requested", example: "2026-01-01T00:00:00.000Z" }),
    to: timeOut().meta({ description: "As requested", example: "2026-02-01T00:00:00.000Z" }),
    ...lateSums,
    intervals: Points.meta({
      description: "The usage of all prefixes, in the intervals that have usage, oldest first",
    }),
    prefixes: z
      .array(
        z.object({
          prefix: z.string().meta({
            description: "The part of the events' keys before the first `:`",
            example: "requests",
          }),
          ...lateSums,
          intervals: Points.meta({ description: "The intervals that have usage, oldest first" }),
        }),
      )
      .meta({ description: "The `limit` prefixes with the most events, most events first" }),
    hasMorePrefixes: z.boolean().meta({
      description: "Whether there are more prefixes. The sums of the whole series include them",
      example: false,
    }),
  },
);

export const OneUsageSeries = z.object({ usageSeries: UsageSeries });

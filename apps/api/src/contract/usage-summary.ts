import { z } from "zod";
import { decimalOut, id, timeOut } from "../lib/answers.ts";
import { readCursor, writeCursor } from "../lib/cursors.ts";
import { dateTime, omittable, oneOf, request, requiredId } from "../lib/fields.ts";
import { badCursor, cursor, limit } from "../lib/lists.ts";

const groupings = ["eventKey", "prefix", "day"] as const;
const usualLimit = 100;

export type Grouping = (typeof groupings)[number];

/** The group after which a page of groups begins. */
export interface GroupPlace {
  readonly groupBy: Grouping;
  readonly key: string;
}

export const UsageSummaryQuery = request({
  subscriptionId: requiredId().meta({ description: "Id of the subscription whose usage it is" }),
  from: omittable(dateTime()).meta({
    description: "Only what occurred then or later",
    example: "2026-01-01T00:00:00.000Z",
  }),
  to: omittable(dateTime()).meta({
    description: "Only what occurred before",
    example: "2026-02-01T00:00:00.000Z",
  }),
  groupBy: omittable(oneOf(groupings)).meta({
    description:
      "Adds up by group as well: by `eventKey`; by `prefix`, the part of it before its first `:`; or by `day` in UTC. Left out, there are no groups",
    example: "prefix",
  }),
  limit: limit(usualLimit, 1000).transform((given) => given ?? usualLimit),
  cursor: cursor(readPlace),
}).refine(({ cursor: place, groupBy }) => place === undefined || place.groupBy === groupBy, {
  error: badCursor,
});

const sums = {
  quantity: decimalOut().meta({
    description: "The units of all events together, with six decimal places",
    example: "250.000000",
  }),
  count: z.int().meta({ description: "How many events there are", example: 2 }),
};

const UsageSummary = z
  .object({
    subscriptionId: id(),
    from: timeOut().nullable().meta({
      description: "When the period begins, as asked; null: with the first event",
    }),
    to: timeOut().nullable().meta({
      description: "When it ends, as asked; null: not yet",
      example: null,
    }),
    groupBy: z.enum(groupings).nullable().meta({
      description: "What the groups are made by, as asked; null: there are none",
      example: "prefix",
    }),
    ...sums,
    groups: z
      .array(
        z.object({
          key: z.string().meta({
            description: "What the events of the group have in common: key, prefix or day",
            example: "requests",
          }),
          ...sums,
        }),
      )
      .meta({ description: "A page of the groups, in the order of their keys, byte by byte" }),
  })
  .meta({
    id: "UsageSummary",
    description:
      "What a subscription used in a period: quantity and count are of the whole period.",
  });

export const UsageSummaryPage = z.object({
  summary: UsageSummary,
  nextCursor: z
    .custom<GroupPlace | null>()
    .transform((place) => place && writeCursor(list, `${place.groupBy} ${place.key}`))
    .pipe(z.string().nullable())
    .meta({
      description: "Where the groups go on: the next page's `cursor`; null at the end",
      example: null,
    }),
});

const list = "usage-events/summary";

function readPlace(text: string): GroupPlace | null {
  const [, grouping, key] = /^(\w+) ([^\0]*)$/.exec(readCursor(list, text) ?? "") ?? [];
  const groupBy = groupings.find((one) => one === grouping);
  return groupBy === undefined || key === undefined ? null : { groupBy, key };
}

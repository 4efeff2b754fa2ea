import { z } from "zod";
import { decimalOut, id, timeOut } from "../kit/answers.ts";
import { readCursor, writeCursor } from "../kit/cursors.ts";
import { dateTime, omittable, oneOf, request, requiredId } from "../kit/fields.ts";
import { badCursor, cursor, limit } from "../kit/lists.ts";

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

const UsageSummary = z
  .object({
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
  })
  .meta({
    id: "UsageSummary",
    description:
      "A subscription's usage in a period. `quantity` and `count` cover the whole period.",
  });

export const UsageSummaryPage = z.object({
  summary: UsageSummary,
  nextCursor: z
    .custom<GroupPlace | null>()
    .transform((place) => place && writeCursor(list, `${place.groupBy} ${place.key}`))
    .pipe(z.string().nullable())
    .meta({
      description: "The `cursor` of the next page of groups; null at the end",
      example: null,
    }),
});

const list = "usage-events/summary";

function readPlace(text: string): GroupPlace | null {
  const [, grouping, key] = /^(\w+) ([^\0]*)$/.exec(readCursor(list, text) ?? "") ?? [];
  const groupBy = groupings.find((one) => one === grouping);
  return groupBy === undefined || key === undefined ? null : { groupBy, key };
}

import { z } from "zod";
import { component, decimalOut, timeOut } from "../kit/answers.ts";
import { dateTime, omittable, request, requiredId } from "../kit/fields.ts";
import { cursor, limit, nextCursorBy, readCursor, usualLimit, writeCursor } from "../kit/lists.ts";
import type { RefusalTerms } from "../kit/refusal.ts";
import { setters, subject } from "./limits.ts";
import { sums } from "./usage-summary.ts";

/** How many subjects of a subscription a subscriber can stop: anyone with a link to the portal can. */
export const maxStops = 1_000;

export const tooManyStops: RefusalTerms = {
  kind: "conflict",
  code: "too_many_stops",
  message: "A subscription has at most 1,000 stops.",
  meaning: "The subscriber has stopped 1,000 subjects of the subscription.",
  remedy: "Stop all usage of the subscription, or start a subject that may go on.",
};

/** How many prefixes of a subject have sums of their own. */
export const maxPrefixes = 20;

const charged = () =>
  decimalOut().meta({
    description: "What balances were charged for it, in USDC",
    example: "1.250000",
  });

export const stoppedBy = () =>
  z.array(z.enum(setters)).meta({
    description:
      "Who has stopped it: the seller with a limit of 0, the subscriber in the portal; empty: nobody",
    example: [],
  });

const Subject = component(
  "Subject",
  "What a subject of a subscription has used in a time. Voided events do not count.",
  {
    subject: z.string().meta({ description: "As events name it", example: "agent-7" }),
    ...sums,
    charged: charged(),
    lastOccurredAt: timeOut().nullable().meta({
      description: "When its last event of that time occurred; null: it has none",
    }),
    prefixes: z
      .array(
        z.object({
          prefix: z.string().meta({
            description: "The part of the events' keys before the first `:`",
            example: "tokens",
          }),
          ...sums,
          charged: charged(),
        }),
      )
      .meta({ description: `The ${maxPrefixes} prefixes with the most events, most events first` }),
    hasMorePrefixes: z.boolean().meta({
      description: "Whether there are more prefixes. The sums of the subject include them",
      example: false,
    }),
    stoppedBy: stoppedBy(),
  },
);

const list = "subjects";

/** The parameters of a page of subjects, besides whose they are. The cursor is the last subject of the page before. */
export const subjectPage = {
  from: omittable(dateTime()).meta({
    description:
      "Only usage that occurred then or later. Default: the start of the current billing period",
    example: "2026-01-01T00:00:00.000Z",
  }),
  to: omittable(dateTime()).meta({
    description: "Only usage that occurred before then. Default: the end of the current period",
    example: "2026-02-01T00:00:00.000Z",
  }),
  limit: limit(usualLimit, 100).transform((given) => given ?? usualLimit),
  cursor: cursor((text) => subject().safeParse(readCursor(list, text)).data ?? null),
};

export const SubjectQuery = request({
  subscriptionId: requiredId().meta({ description: "Id of the subscription" }),
  ...subjectPage,
});

export const SubjectPage = z.object({
  subjects: z.array(Subject).meta({
    description:
      "Those with usage in this time, and those that the subscriber has stopped, in the order of their names",
  }),
  nextCursor: nextCursorBy<string>((last) => writeCursor(list, last)),
});

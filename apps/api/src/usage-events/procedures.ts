import { z } from "zod";
import { uniqueFieldsTaken } from "../shared/refusal.ts";
import { subscriptionNotFound, subscriptionNotOfServiceAndUser } from "../subscriptions/errors.ts";
import { rest, router, withKey } from "../trpc/base.ts";
import { invoiceOfAnother, subscriptionTakesNoUsage, usageEventNotFound } from "./errors.ts";
import { getUsageEvent } from "./get-usage-event.ts";
import { listUsageEvents } from "./list-usage-events.ts";
import { recordUsage } from "./record-usage.ts";
import {
  NewUsageEvent,
  UsageEvent,
  UsageEventId,
  UsageEventPage,
  UsageEventQuery,
} from "./schema.ts";
import { summarizeUsage } from "./summarize-usage.ts";
import { UsageSummaryPage, UsageSummaryQuery } from "./summary.ts";

const OneUsageEvent = z.object({ usageEvent: UsageEvent });

export const usageEvents = router({
  create: withKey
    .meta(
      rest("POST /usage-events", "Record usage", {
        description:
          "Recorded once for a `subscriptionId` and `eventKey`: a second is refused with 409.",
        status: 201,
        refusals: [
          invoiceOfAnother,
          subscriptionNotOfServiceAndUser,
          subscriptionTakesNoUsage,
          uniqueFieldsTaken,
        ],
      }),
    )
    .input(NewUsageEvent)
    .output(OneUsageEvent)
    .mutation(async ({ ctx, input }) => {
      const { by, idempotencyKey } = ctx;
      const recorded = await recordUsage(ctx, { apiKeyId: by.keyId, idempotencyKey }, input);
      if (recorded.replayed) ctx.reply.headers["Idempotent-Replayed"] = "true";
      return { usageEvent: recorded.usageEvent };
    }),

  get: withKey
    .meta(
      rest("GET /usage-events/{usageEventId}", "Get a usage event", {
        refusals: [usageEventNotFound],
      }),
    )
    .input(UsageEventId)
    .output(OneUsageEvent)
    .query(async ({ ctx, input }) => ({
      usageEvent: await getUsageEvent(ctx, input.usageEventId),
    })),

  list: withKey
    .meta(rest("GET /usage-events", "List usage events, newest first"))
    .input(UsageEventQuery)
    .output(UsageEventPage)
    .query(async ({ ctx, input }) => {
      const { rows, next } = await listUsageEvents(ctx, input);
      return { usageEvents: rows, nextCursor: next };
    }),

  summary: withKey
    .meta(
      rest("GET /usage-events/summary", "Add up usage", {
        description:
          "Quantities and counts of a subscription's usage in a period, exact. They never become an invoice's amount by themselves: what usage costs, and when it is invoiced, is yours to say.",
        refusals: [subscriptionNotFound],
      }),
    )
    .input(UsageSummaryQuery)
    .output(UsageSummaryPage)
    .query(async ({ ctx, input }) => {
      const { summary, next } = await summarizeUsage(ctx, input);
      return { summary, nextCursor: next };
    }),
});

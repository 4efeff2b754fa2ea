import { z } from "zod";
import { keyOfAnotherRequest } from "../contract/idempotency.ts";
import {
  subscriptionNotFound,
  subscriptionNotOfServiceAndUser,
} from "../contract/subscriptions.ts";
import {
  BatchResult,
  invoiceOfAnother,
  NewUsageEvent,
  NewUsageEvents,
  subscriptionTakesNoUsage,
  tooMuchAtOnce,
  UsageEvent,
  UsageEventId,
  UsageEventPage,
  UsageEventQuery,
  usageEventNotFound,
} from "../contract/usage-events.ts";
import { UsageSummaryPage, UsageSummaryQuery } from "../contract/usage-summary.ts";
import { exampleId } from "../lib/examples.ts";
import { uniqueFieldsTaken } from "../lib/refusal.ts";
import { rest, router, withKey } from "../operation/base.ts";
import { statusOf, unexpectedMessage } from "../operation/errors.ts";
import { getUsageEvent } from "./get-usage-event.ts";
import { listUsageEvents } from "./list-usage-events.ts";
import { recordBatch } from "./record-batch.ts";
import { recordUsage } from "./record-usage.ts";
import { summarizeUsage } from "./summarize-usage.ts";

const OneUsageEvent = z.compile(z.object({ usageEvent: UsageEvent }));
const BatchAnswer = z.compile(
  z.object({
    results: z
      .array(BatchResult)
      .meta({ description: "What has become of each event, in their order" }),
  }),
);
type BatchAnswer = z.output<typeof BatchAnswer>;

/** Of many thousands, which one it is has to be enough. */
const shortResult = (result: BatchAnswer["results"][number]) =>
  "usageEvent" in result
    ? { status: result.status, usageEventId: result.usageEvent.id }
    : { status: result.status, error: result.error };

export const usageEvents = router({
  create: withKey
    .meta(
      rest("POST /usage-events", "Record usage", {
        description:
          "Recorded once for a `subscriptionId` and `eventKey`: a second is refused with 409, so after a time-out it can be sent again without being counted twice. Under the same `Idempotency-Key` it is then answered with 201 and the event, in place of the 409. It changes no invoice's amount.",
        status: 201,
        refusals: {
          invoiceOfAnother,
          subscriptionNotOfServiceAndUser,
          subscriptionTakesNoUsage,
          uniqueFieldsTaken,
          keyOfAnotherRequest,
          tooMuchAtOnce,
        },
        remembersAnswer: false,
      }),
    )
    .input(NewUsageEvent)
    .output(OneUsageEvent)
    .mutation(async ({ ctx, input }) => {
      const { parts, by, request } = ctx;
      const call = { apiKeyId: by.keyId, idempotencyKey: request.idempotencyKey };
      const recorded = await recordUsage(parts, call, input);
      if (recorded.replayed) ctx.reply.headers["Idempotent-Replayed"] = "true";
      return { usageEvent: recorded.usageEvent };
    }),

  batch: withKey
    .meta(
      rest("POST /usage-events/batch", "Record many usage events", {
        description:
          'Each is recorded or refused by itself, in the order given; sending the same batch again is safe. For more than 1,000 at a time send `application/x-ndjson`: an event a line of at most 64 KiB, at most 100,000 of them and within five minutes; the answer is a line each, `{"status": 201, "usageEventId": …}` or `{"status": …, "error": …}`.',
        remembersAnswer: false,
        lines: {
          of: "usageEvents",
          max: 100_000,
          resultsOf: ({ results }: BatchAnswer) => results.map(shortResult),
          examples: [
            { status: 201, usageEventId: exampleId },
            { status: 409, error: uniqueFieldsTaken.message },
          ],
        },
      }),
    )
    .input(NewUsageEvents)
    .output(BatchAnswer)
    .mutation(async ({ ctx, input }) => {
      const { parts, by, request } = ctx;
      const call = { apiKeyId: by.keyId, idempotencyKey: request.idempotencyKey };
      const outcomes = await recordBatch(parts, call, input.usageEvents);
      if (outcomes.every((one) => one.outcome === "recorded" && one.replayed)) {
        ctx.reply.headers["Idempotent-Replayed"] = "true";
      }
      return {
        results: outcomes.map((one) => {
          if (one.outcome === "recorded")
            return { status: 201 as const, usageEvent: one.usageEvent };
          if (one.outcome === "unknown") return { status: 500, error: unexpectedMessage };
          return { status: statusOf(one.why), error: one.why.message };
        }),
      };
    }),

  get: withKey
    .meta(
      rest("GET /usage-events/{usageEventId}", "Get a usage event", {
        description:
          "With its service, its subscription, its user and, where it was recorded with one, its invoice.",
        refusals: { usageEventNotFound },
      }),
    )
    .input(UsageEventId)
    .output(OneUsageEvent)
    .query(async ({ ctx, input }) => ({
      usageEvent: await getUsageEvent(ctx.parts, input.usageEventId),
    })),

  list: withKey
    .meta(
      rest("GET /usage-events", "List usage events, newest first", {
        description:
          "In the order in which they were recorded; `from` and `to` are of that time too, not of `occurredAt`.",
      }),
    )
    .input(UsageEventQuery)
    .output(UsageEventPage)
    .query(async ({ ctx, input }) => {
      const { rows, next } = await listUsageEvents(ctx.parts, input);
      return { usageEvents: rows, nextCursor: next };
    }),

  summary: withKey
    .meta(
      rest("GET /usage-events/summary", "Add up usage", {
        description:
          "Quantities and counts of a subscription's usage in a period, exact. They never become an invoice's amount by themselves: what usage costs, and when it is invoiced, is yours to say.",
        refusals: { subscriptionNotFound },
      }),
    )
    .input(UsageSummaryQuery)
    .output(UsageSummaryPage)
    .query(async ({ ctx, input }) => {
      const { summary, next } = await summarizeUsage(ctx.parts, input);
      return { summary, nextCursor: next };
    }),
});

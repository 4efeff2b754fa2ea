import type { z } from "zod";
import { keyOfAnotherRequest } from "../contract/idempotency.ts";
import {
  subscriptionNotFound,
  subscriptionNotOfServiceAndUser,
} from "../contract/subscriptions.ts";
import {
  invoiceOfAnother,
  NewUsageEvent,
  NewUsageEvents,
  OneUsageEvent,
  subscriptionTakesNoUsage,
  tooMuchAtOnce,
  UsageEventId,
  UsageEventPage,
  UsageEventQuery,
  UsageEventResults,
  usageEventNotFound,
} from "../contract/usage-events.ts";
import { UsageSummaryPage, UsageSummaryQuery } from "../contract/usage-summary.ts";
import { exampleId } from "../lib/examples.ts";
import { uniqueFieldsTaken } from "../lib/refusal.ts";
import { read, write } from "../operation/define.ts";
import { statusOf, unexpectedMessage } from "../operation/errors.ts";
import { getUsageEvent } from "./get-usage-event.ts";
import { listUsageEvents } from "./list-usage-events.ts";
import { recordBatch } from "./record-batch.ts";
import { recordUsage } from "./record-usage.ts";
import { summarizeUsage } from "./summarize-usage.ts";

type BatchAnswer = z.output<typeof UsageEventResults>;

/** Of many thousands, which one it is has to be enough. */
const shortResult = (result: BatchAnswer["results"][number]) =>
  "usageEvent" in result
    ? { status: result.status, usageEventId: result.usageEvent.id }
    : { status: result.status, error: result.error };

export const usageEvents = {
  create: write("POST /usage-events", {
    name: "usageEvents.create",
    summary: "Record usage",
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
    input: NewUsageEvent,
    output: OneUsageEvent,
    transaction: "own",
    run: async (work, input) => {
      const { by, request } = work;
      const call = { apiKeyId: by.keyId, idempotencyKey: request.idempotencyKey };
      const recorded = await recordUsage(work, call, input);
      if (recorded.replayed) work.reply.headers["Idempotent-Replayed"] = "true";
      return { usageEvent: recorded.usageEvent };
    },
  }),

  batch: write("POST /usage-events/batch", {
    name: "usageEvents.batch",
    summary: "Record many usage events",
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
    input: NewUsageEvents,
    output: UsageEventResults,
    transaction: "own",
    run: async (work, input) => {
      const { by, request } = work;
      const call = { apiKeyId: by.keyId, idempotencyKey: request.idempotencyKey };
      const outcomes = await recordBatch(work, call, input.usageEvents);
      if (outcomes.every((one) => one.outcome === "recorded" && one.replayed)) {
        work.reply.headers["Idempotent-Replayed"] = "true";
      }
      return {
        results: outcomes.map((one) => {
          if (one.outcome === "recorded")
            return { status: 201 as const, usageEvent: one.usageEvent };
          if (one.outcome === "unknown") return { status: 500, error: unexpectedMessage };
          return { status: statusOf(one.why), error: one.why.message };
        }),
      };
    },
  }),

  get: read("GET /usage-events/{usageEventId}", {
    name: "usageEvents.get",
    summary: "Get a usage event",
    description:
      "With its service, its subscription, its user and, where it was recorded with one, its invoice.",
    refusals: { usageEventNotFound },
    input: UsageEventId,
    output: OneUsageEvent,
    run: async (work, input) => ({
      usageEvent: await getUsageEvent(work, input.usageEventId),
    }),
  }),

  list: read("GET /usage-events", {
    name: "usageEvents.list",
    summary: "List usage events, newest first",
    description:
      "In the order in which they were recorded; `from` and `to` are of that time too, not of `occurredAt`.",
    input: UsageEventQuery,
    output: UsageEventPage,
    run: async (work, input) => {
      const { rows, next } = await listUsageEvents(work, input);
      return { usageEvents: rows, nextCursor: next };
    },
  }),

  summary: read("GET /usage-events/summary", {
    name: "usageEvents.summary",
    summary: "Add up usage",
    description:
      "Quantities and counts of a subscription's usage in a period, exact. They never become an invoice's amount by themselves: what usage costs, and when it is invoiced, is yours to say.",
    refusals: { subscriptionNotFound },
    input: UsageSummaryQuery,
    output: UsageSummaryPage,
    run: async (work, input) => {
      const { summary, next } = await summarizeUsage(work, input);
      return { summary, nextCursor: next };
    },
  }),
};

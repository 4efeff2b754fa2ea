import type { Pool } from "pg";
import { forgetOldAnswers } from "../access/idempotency/forget-answers.ts";
import { forgetOldCounts } from "../access/limits/forget-counts.ts";
import { expireDueInvoices } from "../billing/invoices/expire-invoice.ts";
import { collectDueInvoices } from "../billing/settlements/collect-under-cap.ts";
import { forgetOldEvents } from "../outbox/forget-events.ts";
import type { Parts } from "../ports/parts.ts";
import { expireDueCheckoutSessions } from "../sessions/checkout-sessions/expire-checkout-session.ts";
import { renewDueSubscriptions } from "../time/renew-subscription.ts";
import { giveUpStragglers } from "../webhooks/deliveries/give-up-deliveries.ts";
import { delivererName, startDeliverer } from "./deliverer.ts";
import { jobQueue } from "./job-queue.ts";
import { reconcilerName, startReconciler } from "./reconciler.ts";

/**
 * What comes about without anybody asking: each runs every minute, in one process of all that
 * share the database. Reads do the same for what they read, so nothing waits for these to be seen.
 */
const jobs = {
  "expire-checkout-sessions": expireDueCheckoutSessions,
  "expire-invoices": expireDueInvoices,
  "renew-subscriptions": renewDueSubscriptions,
  "collect-invoices": collectDueInvoices,
  "forget-answers": forgetOldAnswers,
  "forget-rate-limits": forgetOldCounts,
  "forget-webhook-events": forgetOldEvents,
  "give-up-webhooks": giveUpStragglers,
} as const satisfies Record<string, (parts: Parts) => Promise<void>>;

/**
 * Jobs of older versions. What else is scheduled and not known here is a newer version's, beside which this
 * one runs until it is replaced.
 */
const retired = ["advance-settlements"];

/** What runs every minute, and what never stops, by the names under which they are watched. */
export const jobNames = [...Object.keys(jobs), reconcilerName, delivererName];

export interface RunningJobs {
  /** Puts a job at the head of the line now. */
  enqueue(name: keyof typeof jobs): Promise<void>;
  /** Lets what runs finish, for 10 s at most, and takes on nothing more. */
  stop(): Promise<void>;
}

const everyMinute = "* * * * *";

/** Starts the jobs in this process, in pg-boss's own schema of the database. */
export async function startJobs(parts: Parts, pool: Pool): Promise<RunningJobs> {
  const boss = jobQueue(pool);
  boss.on("error", (error) => parts.log.error({ err: error }, "job queue failed"));
  await boss.start();
  for (const [name, run] of Object.entries(jobs)) {
    // `short`: at most one waits, so a stopped service does not come back to a heap of them.
    await boss.createQueue(name, { policy: "short", heartbeatSeconds: 10, retryLimit: 2 });
    await boss.work(name, { pollingIntervalSeconds: 2 }, () =>
      parts.watch({ kind: "job", name }, () => run(parts)),
    );
    await boss.schedule(name, everyMinute);
  }
  for (const name of retired) await boss.unschedule(name);
  const stopReconciler = startReconciler(parts);
  const stopDeliverer = startDeliverer(parts);
  return {
    enqueue: async (name) => {
      await boss.send(name);
    },
    stop: async () => {
      await Promise.all([
        stopReconciler(),
        stopDeliverer(),
        boss.stop({ graceful: true, timeout: 10_000 }),
      ]);
    },
  };
}

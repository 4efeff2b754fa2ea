import type { Pool } from "pg";
import { checkLogos } from "../../catalog/services/load-logo.ts";
import { forgetOldAnswers } from "../../operation/access/idempotency/once.ts";
import { forgetOldCounts } from "../../operation/access/limits/forget-counts.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { forgetOldEvents, giveUpStragglers } from "../../outbox/store.ts";
import { forgetDashboardSessions } from "../../pages/dashboard/dashboard-sessions.ts";
import { forgetPortalSessions } from "../../pages/portal/portal-sessions/load-portal.ts";
import { topUpLowBalances } from "../../settlements/auto-top-ups/top-up-low-balances.ts";
import { collectDueInvoices } from "../../settlements/collect-under-cap.ts";
import { checkCaps } from "../../settlements/spending-caps/check-caps.ts";
import { type DelivererParts, delivererName, startDeliverer } from "./deliverer.ts";
import { jobQueue } from "./job-queue.ts";
import { type MailCarrierParts, startMailCarrier } from "./mail-carrier.ts";
import {
  type ReconcilerParts,
  reconcilerName,
  refundWatcherName,
  startReconciler,
  startRefundWatcher,
} from "./reconciler.ts";
import {
  startTestClockRunner,
  type TestClockParts,
  workAtTestClocks,
} from "./test-clock-runner.ts";
import { startUsageAdder, type UsageAdderParts, usageAdderName } from "./usage-adder.ts";

type DueParts = Pick<Parts, "due" | "db" | "tenant" | "log">;

/**
 * The jobs that run every minute, each in one of the processes that share the database. A run of more than a minute may
 * overlap with the next one in another process. Reads also advance the records
 * that they return (operation/ports/due.ts), so no response depends on a job having run.
 */
const jobs = {
  "expire-checkout-sessions": (parts: DueParts) => parts.due.advanceAll(parts, "checkoutSessions"),
  "expire-invoices": (parts: DueParts) => parts.due.advanceAll(parts, "invoices"),
  "renew-subscriptions": (parts: DueParts) => parts.due.advanceAll(parts, "subscriptions"),
  "expire-credits-and-holds": (parts: DueParts) => parts.due.advanceAll(parts, "balances"),
  "top-up-balances": (parts: Parameters<typeof topUpLowBalances>[0]) => topUpLowBalances(parts),
  "check-logos": checkLogos,
  "collect-invoices": (parts: Parameters<typeof collectDueInvoices>[0]) =>
    collectDueInvoices(parts),
  "check-spending-caps": checkCaps,
  "work-at-test-clocks": workAtTestClocks,
  "forget-answers": forgetOldAnswers,
  "forget-rate-limits": forgetOldCounts,
  "forget-webhook-events": forgetOldEvents,
  "forget-portal-sessions": forgetPortalSessions,
  "forget-dashboard-sessions": forgetDashboardSessions,
  "give-up-webhooks": giveUpStragglers,
} as const;

/** The dependencies of all jobs combined. */
type JobParts = (typeof jobs)[keyof typeof jobs] extends (parts: infer All) => unknown
  ? All
  : never;

/**
 * The names of the jobs and the loops in metrics, which every process has from its start. The loop that sends e-mails is not
 * among them: without a mail server it never runs, and an alert would miss it.
 */
export const jobNames = [
  ...Object.keys(jobs),
  reconcilerName,
  refundWatcherName,
  delivererName,
  usageAdderName,
];

export interface RunningJobs {
  /** Queues a job; the next free process runs it. */
  enqueue(name: keyof typeof jobs): Promise<void>;
  /**
   * Stops starting new work, and waits for running work: up to 16 s for webhook deliveries and e-mails, and 10 s for everything
   * else.
   */
  stop(): Promise<void>;
}

const everyMinute = "* * * * *";

/** Starts the jobs in this process. The queue has its own schema in the database. */
export async function startJobs(
  parts: JobParts &
    ReconcilerParts &
    DelivererParts &
    MailCarrierParts &
    TestClockParts &
    UsageAdderParts,
  pool: Pool,
): Promise<RunningJobs> {
  const boss = jobQueue(pool);
  boss.on("error", (error) => parts.log.error({ err: error }, "job queue failed"));
  await boss.start();
  for (const [name, run] of Object.entries(jobs)) {
    // `short`: at most one run waits, so runs do not pile up while the service is stopped.
    await boss.createQueue(name, { policy: "short", heartbeatSeconds: 10, retryLimit: 2 });
    await boss.work(name, { pollingIntervalSeconds: 2 }, () =>
      parts.watch({ kind: "job", name }, () => run(parts)),
    );
    await boss.schedule(name, everyMinute);
  }
  const stopReconciler = startReconciler(parts);
  const stopRefundWatcher = startRefundWatcher(parts);
  const stopDeliverer = startDeliverer(parts);
  const stopMailCarrier = startMailCarrier(parts);
  const stopTestClockRunner = startTestClockRunner(parts);
  const stopUsageAdder = startUsageAdder(parts);
  return {
    enqueue: async (name) => {
      await boss.send(name);
    },
    stop: async () => {
      await Promise.all([
        stopReconciler(),
        stopRefundWatcher(),
        stopDeliverer(),
        stopMailCarrier(),
        stopTestClockRunner(),
        stopUsageAdder(),
        boss.stop({ graceful: true, timeout: 10_000 }),
      ]);
    },
  };
}

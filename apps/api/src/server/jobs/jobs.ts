import { makeForecasts } from "../../alerts/forecasts.ts";
import { checkLogos } from "../../catalog/services/load-logo.ts";
import { writeAlertEmails } from "../../notify/emails/alert-emails.ts";
import { forgetOldAnswers } from "../../operation/access/idempotency/once.ts";
import { forgetOldCounts } from "../../operation/access/limits/forget-counts.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { forgetOldEvents, giveUpStragglers } from "../../outbox/store.ts";
import { forgetDashboardSessions } from "../../pages/dashboard/dashboard-sessions.ts";
import { forgetPortalSessions } from "../../pages/portal/portal-sessions/load-portal.ts";
import { topUpLowBalances } from "../../settlements/auto-top-ups/top-up-low-balances.ts";
import { collectDueInvoices } from "../../settlements/collect-under-cap.ts";
import { checkCaps } from "../../settlements/spending-caps/check-caps.ts";
import { workAtTestClocks } from "../time/work-at-test-clock.ts";
import { delivererName, startDeliverer } from "./deliverer.ts";
import { claimDueJobs } from "./due-jobs.ts";
import {
  capRelayerName,
  reconcilerName,
  refundWatcherName,
  rootMakerName,
  startLoops,
  usageAdderName,
} from "./loops.ts";
import { startMailCarrier } from "./mail-carrier.ts";
import { startRounds } from "./rounds.ts";

/**
 * The jobs that run every minute, each in one of the processes that share the database. A run of more than a minute may
 * overlap with the next one in another process. Reads also advance the records that they return
 * (operation/ports/due.ts), so no response depends on a job.
 */
const jobs = {
  "expire-checkout-sessions": (parts: Parts) => parts.due.advanceAll(parts, "checkoutSessions"),
  "expire-invoices": (parts: Parts) => parts.due.advanceAll(parts, "invoices"),
  "renew-subscriptions": (parts: Parts) => parts.due.advanceAll(parts, "subscriptions"),
  "expire-credits-and-holds": (parts: Parts) => parts.due.advanceAll(parts, "balances"),
  "top-up-balances": topUpLowBalances,
  "check-logos": checkLogos,
  "collect-invoices": collectDueInvoices,
  "check-spending-caps": checkCaps,
  "forecast-usage": makeForecasts,
  "write-alert-emails": writeAlertEmails,
  "work-at-test-clocks": workAtTestClocks,
  "forget-answers": forgetOldAnswers,
  "forget-rate-limits": forgetOldCounts,
  "forget-webhook-events": forgetOldEvents,
  "forget-portal-sessions": forgetPortalSessions,
  "forget-dashboard-sessions": forgetDashboardSessions,
  "give-up-webhooks": giveUpStragglers,
} as const;

/** The pause between two queries for due jobs, in milliseconds. */
const pauseMs = 2_000;
const claimerName = "claim-due-jobs";

/**
 * The names of the jobs and the loops in metrics, which every process has from its start. Loops that some services never run,
 * such as the one that sends e-mails, are not among them: an alert would miss them.
 */
export const jobNames = [
  ...Object.keys(jobs),
  claimerName,
  reconcilerName,
  refundWatcherName,
  capRelayerName,
  delivererName,
  usageAdderName,
  rootMakerName,
];

/**
 * Starts the jobs and the loops in this process.
 *
 * @returns a function that starts no more work, and waits for running work: up to 16 s for webhook deliveries and e-mails,
 *   and 10 s for everything else
 */
export function startJobs(parts: Parts): () => Promise<void> {
  const stops = [
    startDueJobs(parts),
    ...startLoops(parts),
    startDeliverer(parts),
    startMailCarrier(parts),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Runs the jobs that are due and do not run in this process already. A job that fails runs again at its next time. */
function startDueJobs(parts: Parts): () => Promise<void> {
  const idle = new Map(Object.entries(jobs));
  const start = async (name: string) => {
    const run = idle.get(name);
    if (run === undefined) return;
    idle.delete(name);
    try {
      await parts.watch({ kind: "job", name }, () => run(parts));
    } catch (error) {
      parts.log.error({ err: error }, `job ${name} failed`);
    }
    idle.set(name, run);
  };
  return startRounds(parts, {
    name: claimerName,
    run: async ({ leave }) => {
      for (const name of await claimDueJobs(parts.db, [...idle.keys()])) leave(start(name));
      return "done";
    },
    failed: "due jobs could not be claimed",
    pauseMs: () => pauseMs,
  });
}

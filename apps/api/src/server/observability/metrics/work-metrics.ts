import { Counter, Gauge, Histogram, type Registry } from "@prometheus-io/client";
import type { Watch } from "../../../kit/watch.ts";
import { accesses, type Tally, type WebhookOutcome } from "../../../operation/ports/tally.ts";
import { settlementStates } from "../../../schemas/settlement-states.ts";
import { emailStates, refundStates } from "../../../schemas/states.ts";
import { jobNames } from "../../jobs/jobs.ts";

const webhookOutcomes = ["delivered", "failed", "given_up"] satisfies WebhookOutcome[];
const usageOutcomes = ["recorded", "duplicate", "refused", "turned_away"] as const;

/** Every trigger except `submit`, which only starts a settlement. */
const triggers = new Set(Object.values(settlementStates).flatMap((leads) => Object.keys(leads)));
triggers.delete("submit");
const refundTriggers = Object.values(refundStates).flatMap((leads) => Object.keys(leads));

/** Counters of what the service has done. Every label value starts at 0, which `rate()` in Prometheus needs. */
export const tallyMetrics = (registers: Registry[]): Tally => ({
  ...usageMetrics(registers),
  ...paymentMetrics(registers),
  ...attemptMetrics(registers),
  bodyRefused: bodyRefusals(registers),
});

function usageMetrics(registers: Registry[]): Pick<Tally, "usageMetered" | "usageQueueFull"> {
  const usage = new Counter({
    name: "usance_usage_events_total",
    help: "Valid usage events, by outcome",
    labelNames: ["outcome"],
    registers,
  });
  const batch = new Histogram({
    name: "usance_usage_batch_events",
    help: "Usage events written to the database in one statement",
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
    registers,
  });
  const references = new Counter({
    name: "usance_usage_parents_total",
    help: "Records that usage events name, by where their current version came from",
    labelNames: ["source"],
    registers,
  });
  const kept = new Gauge({
    name: "usance_usage_parents_kept_characters",
    help: "Characters of records that are kept to answer usage events; at most 24 million",
    registers,
  });
  for (const outcome of usageOutcomes) usage.inc({ outcome }, 0);
  for (const source of ["memory", "database"]) references.inc({ source }, 0);
  return {
    usageMetered: ({ references: { count, read, size }, ...outcomes }) => {
      batch.observe(outcomes.recorded + outcomes.duplicate + outcomes.refused);
      for (const [outcome, events] of Object.entries(outcomes)) usage.inc({ outcome }, events);
      references.inc({ source: "memory" }, count - read);
      references.inc({ source: "database" }, read);
      kept.set(size);
    },
    usageQueueFull: () => usage.inc({ outcome: "turned_away" }),
  };
}

function paymentMetrics(
  registers: Registry[],
): Pick<Tally, "settlementMoved" | "refundMoved" | "feeRaised" | "nonceFreed" | "gasBurned"> {
  const settlements = new Counter({
    name: "usance_settlement_transitions_total",
    help: "State transitions of settlements, by trigger; reorg: a reorganization undid a payment",
    labelNames: ["trigger"],
    registers,
  });
  const refunds = new Counter({
    name: "usance_refund_transitions_total",
    help: "State transitions of refunds to wallets, by trigger; fail: not paid in time; reorg: a reorganization undid it",
    labelNames: ["trigger"],
    registers,
  });
  const raises = new Counter({
    name: "usance_settlement_fee_raises_total",
    help: "Settlements signed again with the same nonce and a higher fee",
    registers,
  });
  const freed = new Counter({
    name: "usance_settlement_nonces_freed_total",
    help: "Nonces used up by a replacement transaction, after the first one reached no block or the node refused it permanently",
    registers,
  });
  const burned = new Counter({
    name: "usance_settlement_reverted_gas_total",
    help: "Gas used by settlements whose transactions reverted",
    registers,
  });
  for (const trigger of triggers) settlements.inc({ trigger }, 0);
  for (const trigger of refundTriggers) refunds.inc({ trigger }, 0);
  return {
    settlementMoved: (trigger) => settlements.inc({ trigger }),
    refundMoved: (trigger) => refunds.inc({ trigger }),
    feeRaised: () => raises.inc(),
    nonceFreed: () => freed.inc(),
    gasBurned: (gas) => burned.inc(Number(gas)),
  };
}

function attemptMetrics(registers: Registry[]): Pick<Tally, "webhookAttempted" | "emailAttempted"> {
  const webhooks = new Histogram({
    name: "usance_webhook_attempt_duration_seconds",
    help: "Duration of attempts to deliver a webhook; failed: will be retried, given_up: will not be retried",
    labelNames: ["outcome"],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  const emails = new Histogram({
    name: "usance_email_attempt_duration_seconds",
    help: "Duration of attempts to send an e-mail, by the e-mail's status after it; pending: will be retried",
    labelNames: ["status"],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 90],
    registers,
  });
  for (const outcome of webhookOutcomes) webhooks.zero({ outcome });
  for (const status of Object.keys(emailStates)) emails.zero({ status: status.toLowerCase() });
  return {
    webhookAttempted: (outcome, seconds) => webhooks.observe({ outcome }, seconds),
    emailAttempted: (status, seconds) => emails.observe({ status: status.toLowerCase() }, seconds),
  };
}

function bodyRefusals(registers: Registry[]): Tally["bodyRefused"] {
  const bodies = new Counter({
    name: "usance_http_bodies_turned_away_total",
    help: "Requests refused because the memory for incomplete bodies was used up, for the process or for one address",
    labelNames: ["access", "bound"],
    registers,
  });
  for (const access of accesses) {
    for (const bound of ["process", "address"]) bodies.inc({ access, bound }, 0);
  }
  return (access, bound) => bodies.inc({ access, bound });
}

/**
 * Durations of outgoing calls and of jobs. Traces show the steps of a single request. The label for a job's name is
 * `job_name`, because Prometheus sets the label `job` itself.
 */
export function watchMetrics(registers: Registry[]): Watch {
  const calls = new Histogram({
    name: "usance_outgoing_call_duration_seconds",
    help: "Duration of calls to the chain's node and the wallet provider, including retries; failed: no response",
    labelNames: ["to", "call", "outcome"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const jobs = new Histogram({
    name: "usance_job_duration_seconds",
    help: "Duration of job runs in this process",
    labelNames: ["job_name", "outcome"],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60, 300],
    registers,
  });
  const lastSuccess = new Gauge({
    name: "usance_job_last_success_timestamp_seconds",
    help: "When this process last completed a job; 0 if never",
    labelNames: ["job_name"],
    registers,
  });
  for (const job_name of jobNames) {
    lastSuccess.set({ job_name }, 0);
    for (const outcome of ["done", "failed"]) jobs.zero({ job_name, outcome });
  }
  return async ({ kind, name }, work) => {
    const isJob = kind === "job" || kind === "round";
    if (!isJob && kind !== "rpc" && kind !== "provider") return work();
    const ended = isJob
      ? jobs.startTimer({ job_name: name })
      : calls.startTimer({ to: kind, call: name });
    try {
      const result = await work();
      ended({ outcome: "done" });
      if (isJob) lastSuccess.setToCurrentTime({ job_name: name });
      return result;
    } catch (error) {
      ended({ outcome: "failed" });
      throw error;
    }
  };
}

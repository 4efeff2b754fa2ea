import { Gauge, type Registry } from "@prometheus-io/client";
import {
  type DeliveryFigures,
  deliveryFigures,
} from "../../../notify/webhooks/deliveries/webhook-deliveries.ts";
import type { Parts } from "../../../operation/ports/parts.ts";
import type { Readiness } from "../../../operation/ports/readiness.ts";
import {
  type RefundFigures,
  refundFigures,
} from "../../../settlements/credit-notes/watch-refunds.ts";
import {
  type SettlementFigures,
  settlementFigures,
  type TokenFigures,
} from "../../../settlements/settlement-figures.ts";
import { type SignerFigures, signerFigures } from "../../../settlements/signers/signers.ts";
import { type JobFigures, jobFigures } from "../../jobs/due-jobs.ts";
import { jobNames } from "../../jobs/jobs.ts";
import { type Source, sampler } from "./sampled.ts";

/**
 * Gauges of the state that all processes share: the database and the chain. Every process reports the same values.
 *
 * @param shared cached lookups that other parts of the process use too
 * @returns a function that refreshes all gauges and never throws
 */
export function figures(
  registers: Registry[],
  parts: Parts,
  shared: {
    readonly readiness: () => Promise<Readiness>;
    readonly token: () => Promise<TokenFigures>;
    readonly nodesUp: () => Promise<ReadonlyMap<string, boolean>>;
  },
): () => Promise<void> {
  const refreshing = sampler(registers, parts.log);
  const refreshes = [
    refreshing(readySource(registers, shared.readiness)),
    refreshing(settlementSource(registers, () => settlementFigures(parts))),
    refreshing(refundSource(registers, () => refundFigures(parts))),
    refreshing(signerSource(registers, () => signerFigures(parts))),
    refreshing(tokenSource(registers, shared.token)),
    refreshing(nodeSource(registers, shared.nodesUp)),
    refreshing(webhookSource(registers, () => deliveryFigures(parts))),
    refreshing(jobSource(registers, () => jobFigures(parts, jobNames))),
  ];
  return async () => {
    await Promise.all(refreshes.map((refresh) => refresh()));
  };
}

function readySource(registers: Registry[], read: () => Promise<Readiness>): Source<Readiness> {
  const ready = gauge(registers, "usance_ready", "1 if GET /ready returns 200, otherwise 0");
  return {
    name: "readiness",
    read,
    gauges: [ready],
    show: ({ reasons }) => ready.set(reasons.length === 0 ? 1 : 0),
  };
}

function settlementSource(
  registers: Registry[],
  read: () => Promise<SettlementFigures>,
): Source<SettlementFigures> {
  const watched = gauge(
    registers,
    "usance_settlements_watched",
    "Settlements that are not final, by state; CONFIRMED: confirmed but not final yet",
    ["status"],
  );
  const oldest = gauge(
    registers,
    "usance_settlement_oldest_unresolved_seconds",
    "How long the oldest undecided settlement has waited for the chain; 0 if all are decided",
  );
  const late = gauge(
    registers,
    "usance_settlement_late_seconds",
    "How late the reconciler is with the settlement that is due first",
  );
  return {
    name: "settlements",
    read,
    gauges: [watched, oldest, late],
    show: ({ counts, oldestUnresolvedSeconds, lateSeconds }) => {
      for (const [status, count] of Object.entries(counts)) watched.set({ status }, count);
      oldest.set(oldestUnresolvedSeconds);
      late.set(lateSeconds);
    },
  };
}

function refundSource(
  registers: Registry[],
  read: () => Promise<RefundFigures>,
): Source<RefundFigures> {
  const watched = gauge(
    registers,
    "usance_refunds_watched",
    "Refunds to wallets that are not final, by state; CONFIRMED: confirmed but not final yet",
    ["status"],
  );
  const late = gauge(
    registers,
    "usance_refund_late_seconds",
    "How late the service is with the check of the refund that is due first",
  );
  return {
    name: "refunds",
    read,
    gauges: [watched, late],
    show: ({ counts, lateSeconds }) => {
      for (const [status, count] of counts) watched.set({ status }, count);
      late.set(lateSeconds);
    },
  };
}

function signerSource(
  registers: Registry[],
  read: () => Promise<readonly SignerFigures[]>,
): Source<readonly SignerFigures[]> {
  const ofSigner = (name: string, help: string) => gauge(registers, name, help, ["address"]);
  const balance = ofSigner(
    "usance_signer_balance",
    "Balance of a signer for gas, in whole units of the chain's currency",
  );
  const affordable = ofSigner(
    "usance_signer_affordable_settlements",
    "How many settlements the signer's balance pays for at current gas prices; absent if gas is free",
  );
  const gap = ofSigner(
    "usance_signer_nonce_gap",
    "Nonces that a signer has reserved and the chain has not used yet",
  );
  const halted = ofSigner(
    "usance_signer_halted",
    "1 if a signer has halted because somebody else has used its key",
  );
  const waiting = ofSigner(
    "usance_signer_waiting_seconds",
    "How long the next transaction of a signer has waited for a block; 0 if no transaction waits",
  );
  return {
    name: "signers",
    read,
    gauges: [balance, affordable, gap, halted, waiting],
    show: (signers) => {
      for (const { address, nonceGap, ...signer } of signers) {
        balance.set({ address }, Number(signer.balance));
        if (signer.settlements !== null) affordable.set({ address }, Number(signer.settlements));
        gap.set({ address }, nonceGap);
        halted.set({ address }, signer.halted ? 1 : 0);
        waiting.set({ address }, signer.waitingSeconds);
      }
    },
  };
}

function tokenSource(
  registers: Registry[],
  read: () => Promise<TokenFigures>,
): Source<TokenFigures> {
  const paused = gauge(registers, "usance_token_paused", "1 if the token's issuer has paused it");
  const blacklisted = gauge(
    registers,
    "usance_token_blacklisted",
    "Addresses that the token's issuer has blacklisted: the collector, the signers, and merchants of the 50 newest services",
    ["of"],
  );
  return {
    name: "token",
    read,
    gauges: [paused, blacklisted],
    show: (state) => {
      paused.set(state.paused ? 1 : 0);
      for (const [of, count] of Object.entries(state.blacklisted)) blacklisted.set({ of }, count);
    },
  };
}

function nodeSource(
  registers: Registry[],
  read: () => Promise<ReadonlyMap<string, boolean>>,
): Source<ReadonlyMap<string, boolean>> {
  const up = gauge(
    registers,
    "usance_database_node_up",
    "1 if a node of a distributed database answers, otherwise 0; absent on a single Postgres",
    ["node"],
  );
  return {
    name: "nodes",
    read,
    gauges: [up],
    show: (nodes) => {
      for (const [node, isUp] of nodes) up.set({ node }, isUp ? 1 : 0);
    },
  };
}

function webhookSource(
  registers: Registry[],
  read: () => Promise<DeliveryFigures>,
): Source<DeliveryFigures> {
  const pending = gauge(
    registers,
    "usance_webhook_deliveries_pending",
    "Deliveries that are due or scheduled for a retry; counts up to 100,000",
    ["state"],
  );
  const late = gauge(
    registers,
    "usance_webhook_late_seconds",
    "Delay of the oldest delivery due at an endpoint that does not fail; 0 if no delivery is due",
  );
  return {
    name: "webhooks",
    read,
    gauges: [pending, late],
    show: ({ due, scheduled, lateSeconds }) => {
      pending.set({ state: "due" }, due);
      pending.set({ state: "scheduled" }, scheduled);
      late.set(lateSeconds);
    },
  };
}

function jobSource(
  registers: Registry[],
  read: () => Promise<readonly JobFigures[]>,
): Source<readonly JobFigures[]> {
  const waiting = gauge(
    registers,
    "usance_jobs_waiting",
    "1 if a run of a job is due and no process has begun it",
    ["job_name"],
  );
  const late = gauge(registers, "usance_job_late_seconds", "How late the waiting run is", [
    "job_name",
  ]);
  return {
    name: "jobs",
    read,
    gauges: [waiting, late],
    show: (rows) => {
      for (const { job: job_name, ...its } of [...jobNames.map(none), ...rows]) {
        waiting.set({ job_name }, its.waiting);
        late.set({ job_name }, its.lateSeconds);
      }
    },
  };
}

const none = (job: string): JobFigures => ({ job, waiting: 0, lateSeconds: 0 });

function gauge(
  registers: Registry[],
  name: string,
  help: string,
  labelNames: string[] = [],
): Gauge<string> {
  return new Gauge({ name, help, labelNames, registers });
}

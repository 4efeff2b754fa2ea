import { Counter, collectDefaultMetrics, Gauge, type Registry } from "@prometheus-io/client";
import type { Pool } from "pg";
import type { Log } from "../../../kit/log.ts";

/** Node's default metrics and the build info. */
export function processMetrics(registry: Registry, version: string): void {
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: "usance_build_info",
    help: "Always 1; the labels are the versions of the service and of Node",
    labelNames: ["version", "node"],
    registers: [registry],
  });
  build.set({ version, node: process.version }, 1);
}

/** @returns a function to call for each log line */
export function logMetrics(registers: Registry[]): (level: keyof Log) => void {
  const lines = new Counter({
    name: "usance_log_lines_total",
    help: "Log lines written, by level",
    labelNames: ["level"],
    registers,
  });
  for (const level of ["error", "warn", "info", "debug"]) lines.inc({ level }, 0);
  return (level) => lines.inc({ level });
}

/** @param pools by their value of the `pool` label */
export function poolMetrics(registers: Registry[], pools: Readonly<Record<string, Pool>>): void {
  new Gauge({
    name: "usance_db_connections",
    help: "Connections to Postgres by pool, idle or in use",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "used" }, totalCount - idleCount);
      }
    },
  });
  new Gauge({
    name: "usance_db_connections_max",
    help: "Max connections of a pool",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const [pool, { options }] of Object.entries(pools)) this.set({ pool }, options.max);
    },
  });
  new Gauge({
    name: "usance_db_waiting",
    help: "Callers in this process that wait for a connection to Postgres",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(pools))
        this.set({ pool }, waitingCount);
    },
  });
}

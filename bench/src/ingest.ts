import { usanceClient } from "@usance/sdk";
import { admittedTargets, measureAdmitted } from "./admitted.ts";
import { batchTargets, measureBatches } from "./batches.ts";
import { assertSameReads, invoicesOf20, measureReads, readTargets } from "./reads.ts";
import { report } from "./report.ts";
import { measureRoots, rootTargets } from "./roots.ts";
import { medianIn, type Shots } from "./rounds.ts";
import { apiKey, someSubscribers } from "./service.ts";
import { measureSingles, type Singles, singleTargets } from "./singles.ts";
import { openStage } from "./stage.ts";

/** The measurements, in their order. */
export const measurements = ["singles", "batches", "admitted", "roots", "reads"] as const;
type Measurement = (typeof measurements)[number];

interface Options {
  readonly rounds: number;
  /** Of each side in each round. */
  readonly seconds: number;
  /** How many callers at a time send single events; each number is measured by itself. */
  readonly connections: readonly number[];
  /** How many subscribers the events rotate through. */
  readonly subscribers: number;
  readonly only: readonly Measurement[];
}

/**
 * Measures usage events and two reads of the service against its peers. All share one durable Postgres, one after the
 * other in each round.
 *
 * @returns the report's tables
 */
export async function benchIngest(options: Options): Promise<string> {
  const { connections, subscribers, only, ...width } = options;
  const stage = await openStage();
  try {
    const servers = { service: await stage.service(), peer: await stage.peer("fastify") };
    const client = usanceClient({ baseUrl: servers.service.url, apiKey });
    const all = await someSubscribers(client, subscribers);
    const asked = (one: Measurement) => only.includes(one);
    // Before anything is measured, which takes minutes.
    const invoices = asked("reads") ? await invoicesOf20(client, servers.service) : [];
    await assertSameReads(servers, invoices);
    const singles: Singles = asked("singles")
      ? await measureSingles(stage, servers, all, { connections, ...width })
      : new Map();
    const batches = asked("batches")
      ? await measureBatches(stage, servers.service, all, width)
      : undefined;
    const admitted = asked("admitted")
      ? await measureAdmitted(servers, client, all, width)
      : undefined;
    const roots = asked("roots")
      ? await measureRoots(stage, servers.service, all, width)
      : undefined;
    const reads = asked("reads") ? await measureReads(servers, invoices, width) : undefined;
    return await report("ingest", {
      options,
      rows: [
        ["", "callers", "a second", "p50 ms", "p99 ms", "CPU µs of each", "of it Postgres"],
        ...[...singles.values(), batches, admitted, roots?.singles, roots?.batches, reads].flatMap(
          rowsOf,
        ),
      ],
      targets: [
        ...singleTargets(singles),
        ...batchTargets(batches),
        ...admittedTargets(admitted),
        ...rootTargets(roots),
        ...readTargets(reads),
      ],
    });
  } finally {
    await stage.stop();
  }
}

/** Medians over the rounds. Of batches, the rate and the CPU are an event's. */
const rowsOf = (shots: Shots | undefined) =>
  [...(shots ?? [])].map(([side, own]) => [
    side,
    ...(["callers", "rate", "p50Ms", "p99Ms", "cpuUs", "postgresUs"] as const).map((of) =>
      medianIn(own, of),
    ),
  ]);

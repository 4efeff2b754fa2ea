import { usanceClient } from "@usance/sdk";
import { measureBatches } from "./batches.ts";
import { measureCharged } from "./charged.ts";
import { reportIngest } from "./ingest-report.ts";
import { measureMemory } from "./memory.ts";
import { assertSameReads, invoicesOf20, measureReads } from "./reads.ts";
import { apiKey, someSubscribers } from "./service.ts";
import { measureSingles } from "./singles.ts";
import { openStage } from "./stage.ts";
import { measureSubscriptions } from "./subscriptions.ts";
import type { Figures } from "./targets.ts";

/** The parts of the measure, in the order in which they are done. */
export const ingestParts = [
  "singles",
  "charged",
  "batches",
  "reads",
  "subscriptions",
  "memory",
] as const;
export type IngestPart = (typeof ingestParts)[number];

interface Options {
  readonly rounds: number;
  /** Of each side in each round. */
  readonly seconds: number;
  /** How many callers at a time send single events; each number is measured by itself. */
  readonly connections: readonly number[];
  /** Whose events they are, in turn. */
  readonly subscribers: number;
  /** Whose events they are where there are many. */
  readonly manySubscribers: number;
  readonly only: readonly IngestPart[];
  readonly memorySeconds: number;
}

/**
 * What the service does with usage events and with two reads against yardsticks on the same machine.
 * All share one Postgres that keeps what it commits, and take turns.
 *
 * @returns the report's tables
 */
export async function benchIngest(options: Options): Promise<string> {
  const { connections, subscribers, manySubscribers, only, memorySeconds, ...width } = options;
  const stage = await openStage();
  try {
    const servers = { service: await stage.service(), peer: await stage.peer("fastify") };
    const client = usanceClient({ baseUrl: servers.service.url, apiKey });
    const all = await someSubscribers(client, subscribers);
    const asked = (part: IngestPart) => only.includes(part);
    // Before anything is measured, which takes minutes.
    const invoices = asked("reads") ? await invoicesOf20(client, servers.service) : [];
    await assertSameReads(servers, invoices);
    const figures: Figures = {
      ...(asked("singles") && {
        singles: await measureSingles(stage, servers, all, { connections, ...width }),
      }),
      ...(asked("charged") && {
        charged: await measureCharged(stage, servers.service, client, all, {
          connections: Math.max(...connections),
          ...width,
        }),
      }),
      ...(asked("batches") && {
        batches: await measureBatches(stage, servers.service, all, width),
      }),
      ...(asked("reads") && { reads: await measureReads(servers, invoices, width) }),
      ...(asked("subscriptions") && {
        subscriptions: await measureSubscriptions(
          { stage, service: servers.service, names: all },
          { many: manySubscribers, connections: Math.max(...connections), ...width },
        ),
      }),
      ...(asked("memory") && { memory: await measureMemory(stage, all, memorySeconds) }),
    };
    return await reportIngest(figures, options);
  } finally {
    await stage.stop();
  }
}

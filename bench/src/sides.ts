import type { Child } from "./child.ts";
import { cpuOf } from "./cpu.ts";
import { load, type Width } from "./load.ts";

/** One side in one round. */
export interface Shot {
  /** How many at a time. */
  readonly callers: number;
  /** A second. */
  readonly rate: number;
  /** Of a request, as its caller sees it; null where it was not measured. */
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  /** Microseconds for each of what the rate counts, of the server and of Postgres together. */
  readonly cpuUs: number;
  /** What of it is Postgres's. */
  readonly postgresUs: number;
}

/** Something to measure. */
export interface Side {
  readonly name: string;
  shoot(width: Width): Promise<Shot>;
}

/**
 * Requests to a server, or to several that share a database.
 *
 * @param of.status what every answer has to be
 * @param of.each how much of what the rate counts is in one request
 */
export function httpSide(
  name: string,
  servers: readonly Child[],
  of: { readonly requestOf: () => string; readonly status: number; readonly each?: number },
): Side {
  const { requestOf, status, each = 1 } = of;
  const urls = servers.map(({ url }) => url);
  const pids = servers.map(({ pid }) => pid);
  return {
    name,
    shoot: async (width) => {
      const before = cpuOf(pids);
      const { statuses, answers, rate, p50Ms, p99Ms } = await load(urls, requestOf, width);
      const after = cpuOf(pids);
      if (statuses.get(status) !== answers) {
        throw new Error(`${name} answered ${JSON.stringify([...statuses])}.`);
      }
      const usOfEach = (ms: number) => (ms * 1_000) / (answers * each);
      const postgresUs = usOfEach(after.postgres - before.postgres);
      const cpuUs = usOfEach(after.server - before.server) + postgresUs;
      const callers = width.connections;
      return { callers, rate: rate * each, p50Ms, p99Ms, cpuUs, postgresUs };
    },
  };
}

import { cpuOf } from "./cpu.ts";
import { load, type Width } from "./load.ts";
import { say } from "./report.ts";
import { medianOf } from "./run.ts";
import type { Child } from "./service.ts";

/** The shots of each side by its name, one for each round. */
export type Shots = ReadonlyMap<string, readonly Shot[]>;

/**
 * Measures sides one after the other in each round, so that other load of the machine affects all of them. The first side
 * changes from round to round, because the table grows. An additional first round warms up.
 *
 * @param what names the measurement in the progress that is shown
 */
export async function measureRounds(
  what: string,
  sides: readonly Side[],
  rounds: number,
  width: Width,
): Promise<Shots> {
  const shots = new Map<string, Shot[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    say(round === 0 ? `${what}: warming up` : `${what}: round ${round} of ${rounds}`);
    const first = round % sides.length;
    for (const side of [...sides.slice(first), ...sides.slice(0, first)]) {
      const shot = await side.shoot(width);
      if (round > 0) shots.get(side.name)?.push(shot);
    }
  }
  return shots;
}

/** The median over the rounds; null where one of them has none. */
export function medianIn(shots: readonly Shot[], of: keyof Shot): number | null {
  const values = shots.map((shot) => shot[of]).filter((value) => value !== null);
  return values.length === 0 ? null : medianOf(values);
}

/**
 * The median over the rounds of one side's figure over another's in the same round.
 *
 * @returns null where either was not measured
 */
export function ratioIn(
  shots: Shots | undefined,
  one: string,
  other: string,
  of: keyof Shot,
): number | null {
  const others = shots?.get(other) ?? [];
  const ratios = (shots?.get(one) ?? []).flatMap((shot, round) => {
    const above = shot[of];
    const below = others[round]?.[of] ?? null;
    return above === null || below === null ? [] : [above / below];
  });
  return ratios.length === 0 ? null : medianOf(ratios);
}

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

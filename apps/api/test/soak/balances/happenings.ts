import { setTimeout as sleep } from "node:timers/promises";
import type { ShiftedClock } from "../clocks/shifted-clock.ts";
import type { IngestStage } from "../ingest/stage.ts";
import type { Random } from "../random.ts";
import type { SoakChain } from "../settlements/soak-chain.ts";
import type { BalancesOptions } from "./options.ts";

/** The longest pause before the next happening, in milliseconds. */
const longestPauseMs = 1_000;
/** The deepest reorganization, in blocks. */
const deepest = 5;

const second = 1_000;
const hour = 3_600 * second;

/** How far clocks are off after a jump, in milliseconds. */
const jumps = {
  right: () => 0,
  seconds: (random: Random) => random.integer(-90, 90) * second,
  hours: (random: Random) => random.integer(-26, 26) * hour,
  "a month": (random: Random) => random.integer(-5, 40) * 24 * hour,
};
const weights = { right: 4, seconds: 5, hours: 2, "a month": 1 } as const;

/** A time that no clock has reached. */
export const afterAllJumps = () => new Date(Date.now() + 41 * 24 * hour);

interface Scene {
  readonly stage: IngestStage;
  readonly chain: SoakChain;
  readonly clocks: readonly ShiftedClock[];
}

/** All that goes wrong, one after the other, in an order of the seed. */
export async function playHappenings(
  { stage, chain, clocks }: Scene,
  { kills, postgresKills, reorgs, jumps: jumpCount }: BalancesOptions,
  random: Random,
): Promise<void> {
  const happenings = {
    kill: () => random.oneOf(stage.processes).killAndStart(random.integer(0, longestPauseMs)),
    "kill postgres": async () => {
      // A process that starts without a database ends, as it should.
      await allUp(stage);
      await stage.killPostgres();
    },
    reorganize: () => chain.reorganize(random.integer(1, deepest)),
    jump: async () => random.oneOf(clocks).setOff(jumps[random.weighted(weights)](random)),
  };
  const times = {
    kill: kills,
    "kill postgres": postgresKills,
    reorganize: reorgs,
    jump: jumpCount,
  };
  const names = Object.keys(times) as (keyof typeof times)[];
  const all = names.flatMap((name) => Array.from({ length: times[name] }, () => name));
  for (const name of random.shuffled(all)) {
    await sleep(random.integer(0, longestPauseMs));
    await happenings[name]();
  }
  for (const clock of clocks) clock.setOff(0);
  await allUp(stage);
}

const allUp = ({ processes }: IngestStage) => Promise.all(processes.map((process) => process.up()));

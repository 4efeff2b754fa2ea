import { renameSync, writeFileSync } from "node:fs";
import type { Random } from "../random.ts";

/** The clock of a process. It can be set while the process runs. */
export interface ShiftedClock {
  /** The arguments and variables with which a process uses this clock. */
  readonly environment: Readonly<Record<string, string>>;
  /** @param ms the offset, in milliseconds */
  setOff(ms: number): void;
}

/** @param file holds the offset, for the process */
export function shiftedClock(file: string): ShiftedClock {
  const setOff = (ms: number) => {
    writeFileSync(`${file}.new`, String(ms));
    renameSync(`${file}.new`, file); // so that it is never read half-written
  };
  setOff(0);
  const shift = new URL("shifted-date.ts", import.meta.url);
  return { setOff, environment: { SOAK_CLOCK_OFFSET: file, NODE_OPTIONS: `--import=${shift}` } };
}

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

/** How far clocks are off after a jump, in milliseconds. */
const jumps = {
  right: () => 0,
  seconds: (random: Random) => random.integer(-90, 90) * second,
  hours: (random: Random) => random.integer(-26, 26) * hour,
  "a month": (random: Random) => random.integer(-5, 40) * day,
};
const weights = { right: 4, seconds: 5, hours: 2, "a month": 1 } as const;

/** Sets a clock off, or right. */
export const jump = (clock: ShiftedClock, random: Random): void =>
  clock.setOff(jumps[random.weighted(weights)](random));

/** A time that no clock has reached. */
export const afterAllJumps = () => new Date(Date.now() + 41 * day);

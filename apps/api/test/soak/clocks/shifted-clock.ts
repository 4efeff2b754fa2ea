import { renameSync, writeFileSync } from "node:fs";

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

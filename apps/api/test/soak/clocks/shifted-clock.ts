import { renameSync, writeFileSync } from "node:fs";

/** The clock of a process, which can be set while it runs. */
export interface ShiftedClock {
  /** What a process is started with so that it goes by it. */
  readonly environment: Readonly<Record<string, string>>;
  /** @param ms how far it is off, in milliseconds */
  setOff(ms: number): void;
}

/** @param file tells the process how far it is off */
export function shiftedClock(file: string): ShiftedClock {
  const setOff = (ms: number) => {
    writeFileSync(`${file}.new`, String(ms));
    renameSync(`${file}.new`, file); // it is never read half-written
  };
  setOff(0);
  const shift = new URL("shifted-date.ts", import.meta.url);
  return { setOff, environment: { SOAK_CLOCK_OFFSET: file, NODE_OPTIONS: `--import=${shift}` } };
}

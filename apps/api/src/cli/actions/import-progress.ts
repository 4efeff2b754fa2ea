import type { Surroundings } from "../command-line.ts";
import type { Counts } from "./usage-outcomes.ts";

const width = 24;
/** How often a line is written where there is no terminal. */
const everyMs = 10_000;

/** Shows how far an import is, on standard error: a bar in a terminal, else a line now and then. */
export class ImportProgress {
  readonly #size: number;
  readonly #surroundings: Surroundings;
  readonly #begun: number;
  #read = 0;
  #before: number | undefined;
  #told: number;
  #isShown = false;

  /** @param size of the file, in bytes */
  constructor(size: number, surroundings: Surroundings) {
    this.#size = size;
    this.#surroundings = surroundings;
    this.#begun = this.#now();
    this.#told = this.#begun;
  }

  /** @param bytes how many of the file have been read */
  read(bytes: number): void {
    this.#read = bytes;
  }

  show(counts: Counts): void {
    const { terminal, err } = this.#surroundings;
    const done = counts.recorded + counts.alreadyRecorded + counts.refused;
    this.#before ??= done;
    const now = this.#now();
    if (terminal === null && now - this.#told < everyMs) return;
    this.#told = now;
    const part = this.#size === 0 ? 1 : Math.min(1, this.#read / this.#size);
    const full = Math.round(part * width);
    const perSecond = Math.round((done - this.#before) / Math.max(1, (now - this.#begun) / 1_000));
    const said = `${Math.floor(part * 100)} %  ${done} events  ${perSecond}/s  ${counts.refused} refused`;
    const bar = `[${"#".repeat(full)}${"-".repeat(width - full)}]`;
    err(terminal === null ? `${said}\n` : `\r${bar} ${said}\u{1b}[K`);
    this.#isShown = terminal !== null;
  }

  /** Leaves the bar as it is. */
  end(): void {
    if (this.#isShown) this.#surroundings.err("\n");
  }

  #now(): number {
    return this.#surroundings.clock.now().getTime();
  }
}

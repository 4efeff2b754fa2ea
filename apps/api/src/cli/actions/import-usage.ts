import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { UsageEventCreateParams, UsageEventResult, UsanceClient } from "@usance/sdk";
import { CommandError } from "../command-error.ts";
import type { Answer, Surroundings } from "../command-line.ts";
import { type FileEvent, readUsageFile, type UsageFormat } from "./read-usage-file.ts";
import {
  type Counts,
  compareRecorded,
  count,
  type LineOutcome,
  OutcomesFile,
} from "./usage-outcomes.ts";

export interface UsageImport {
  readonly file: string;
  readonly format: UsageFormat;
  /** Where the outcomes are written. */
  readonly outcomes: string;
  /** The maximum number of events in a call. */
  readonly batch: number;
}

/** The maximum number of bytes of events in a call; the service takes 1 MiB. */
const maxBytes = 900_000;

/** The operations that an import calls. */
type UsageEvents = Pick<UsanceClient["usageEvents"], "batch" | "list">;

/** The pauses before a batch is sent again whose outcome is unknown. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * Records the events of a file, a batch at a time, in order. An event that was recorded before is recognized by its key, and
 * refused if it differs from what was recorded.
 *
 * @param usageEvents operations of the SDK, which retries calls that are safe to repeat
 * @param stop ends the import after the batch that is being sent
 * @throws CommandError when a file cannot be used, or the service does not answer; the import can go on later
 */
export async function importUsage(
  { file, format, outcomes: path, batch }: UsageImport,
  usageEvents: UsageEvents,
  surroundings: Surroundings,
  stop: AbortSignal,
): Promise<Answer> {
  const { size } = await stat(file).catch((cause) => {
    throw new CommandError(`${file} cannot be read.`, { cause });
  });
  const progress = new ImportProgress(size, surroundings);
  // Read to its first event before there is a file of outcomes: the names of its columns may be wrong.
  const events = await begun(readUsageFile(file, format, (bytes) => progress.read(bytes)));
  const outcomes = await OutcomesFile.open(path, file);
  const { counts, done: before } = outcomes;
  let isCompared = true;
  try {
    for await (const some of batches(events, before, batch)) {
      if (stop.aborted) break;
      const delivered = await deliver(some, usageEvents);
      const compared = await compareRecorded(some, delivered, usageEvents);
      if (compared === null) isCompared = false;
      const results = compared ?? delivered;
      await outcomes.add(results);
      for (const one of results) count(counts, one);
      progress.show(counts);
    }
  } finally {
    progress.end();
    await outcomes.close();
  }
  const { recorded, alreadyRecorded, refused } = counts;
  const notes = [
    ...(before > 0 ? [`Went on after ${before} events that have an outcome.`] : []),
    ...(isCompared ? [] : [notCompared]),
  ];
  return {
    lines: [
      `Recorded: ${recorded}. Recorded before: ${alreadyRecorded}. Refused: ${refused}.`,
      `The outcome of each event is in ${path}.`,
      ...(stop.aborted ? ["Stopped. Run the command again to go on."] : []),
    ],
    ...(notes.length > 0 && { notes }),
    json: { recorded, alreadyRecorded, refused, isComplete: !stop.aborted, outcomes: path },
    holds: refused === 0 && !stop.aborted,
  };
}

const notCompared =
  "Events that were recorded before were not compared: the key lacks the scope usage-events:read.";

/** Reads the first event. @returns all events */
async function begun<One>(some: AsyncGenerator<One, void>): Promise<AsyncIterable<One>> {
  const first = await some.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* some;
  })();
}

/** Batches the events that have no outcome yet; a batch fits in one call. */
async function* batches(
  events: AsyncIterable<FileEvent>,
  done: number,
  max: number,
): AsyncGenerator<FileEvent[], void> {
  let waiting: FileEvent[] = [];
  let bytes = 0;
  for await (const one of events) {
    if (one.number <= done) continue;
    const size = Buffer.byteLength(JSON.stringify(one.event)) + 1;
    if (waiting.length >= max || (waiting.length > 0 && bytes + size > maxBytes)) {
      yield waiting;
      waiting = [];
      bytes = 0;
    }
    waiting.push(one);
    bytes += size;
  }
  if (waiting.length > 0) yield waiting;
}

/** Sends events until each has an outcome. A line that cannot be read has one already. */
async function deliver(
  events: readonly FileEvent[],
  usageEvents: Pick<UsageEvents, "batch">,
): Promise<LineOutcome[]> {
  const outcomes = new Map<number, LineOutcome>();
  let left = events.filter(({ number, event }) => {
    if (event === null) outcomes.set(number, { number, ...unreadable });
    return event !== null;
  });
  for (const pauseMs of [...pausesMs, null]) {
    if (left.length === 0) break;
    const batch = { usageEvents: left.map(({ event }) => event as UsageEventCreateParams) };
    const results = await usageEvents.batch(batch);
    left = left.filter((one, place) => {
      const result = results[place];
      if (result === undefined || result.status >= 500) return true;
      outcomes.set(one.number, outcomeOf(one, result));
      return false;
    });
    if (left.length > 0 && pauseMs !== null) await sleep(pauseMs);
  }
  if (left.length > 0)
    throw new CommandError("The service could not say whether it recorded the events.");
  return events.flatMap(({ number }) => outcomes.get(number) ?? []);
}

const unreadable = {
  status: 400,
  code: "unreadable_line",
  error: "The line is no JSON object, or has another number of cells than the first one.",
};

function outcomeOf({ number, event }: FileEvent, result: UsageEventResult): LineOutcome {
  const { eventKey } = event as Partial<UsageEventCreateParams>;
  const of = { number, ...(typeof eventKey === "string" && { eventKey }) };
  if ("usageEvent" in result) {
    return { ...of, status: result.status, usageEventId: result.usageEvent.id };
  }
  const { status, code, error, param } = result;
  return { ...of, status, code, error, ...(param !== undefined && { param }) };
}

const width = 24;
/** How often a line is written where there is no terminal. */
const everyMs = 10_000;

/** Shows how far an import is, on standard error: a bar in a terminal, else a line now and then. */
class ImportProgress {
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

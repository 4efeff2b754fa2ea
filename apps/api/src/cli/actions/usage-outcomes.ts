import { createHash } from "node:crypto";
import { type FileHandle, open, truncate } from "node:fs/promises";
import { ForbiddenError, type UsageEventCreateParams, type UsanceClient } from "@usance/sdk";
import { readDateTime } from "../../kit/date-time.ts";
import { Amount } from "../../kit/money.ts";
import { CommandError } from "../command-error.ts";
import type { FileEvent } from "./read-usage-file.ts";

/** The outcome of an event of a file. */
export interface LineOutcome {
  /** The event's place in the file, from 1. */
  readonly number: number;
  /** The HTTP status that the event alone would have got: 201: recorded. */
  readonly status: number;
  readonly code?: string;
  readonly error?: string;
  readonly param?: string;
  readonly eventKey?: string;
  readonly usageEventId?: string;
}

/** How many events had each outcome. */
export interface Counts {
  recorded: number;
  alreadyRecorded: number;
  refused: number;
}

/** Whether the service has recorded an event of this key before. */
const isAlreadyRecorded = ({ code }: LineOutcome) => code === "usage_event_already_recorded";

export function count(counts: Counts, outcome: LineOutcome): void {
  if (outcome.status === 201) counts.recorded += 1;
  else if (isAlreadyRecorded(outcome)) counts.alreadyRecorded += 1;
  else counts.refused += 1;
}

/**
 * The outcomes of an import, one JSON object a line after a line with the name of the file. A batch's outcomes are on the disk
 * before the next batch is sent, so an import that was killed goes on after the last of them.
 */
export class OutcomesFile {
  readonly #handle: FileHandle;
  /** How many events of the file have an outcome. */
  readonly done: number;
  /** How many of these had each outcome. */
  readonly counts: Counts;

  private constructor(handle: FileHandle, done: number, counts: Counts) {
    this.#handle = handle;
    this.done = done;
    this.counts = counts;
  }

  /**
   * @param path where the outcomes are written
   * @param source the file with the events
   * @throws CommandError when the outcomes are of another file, or one of the two cannot be opened
   */
  static async open(path: string, source: string): Promise<OutcomesFile> {
    const head = { file: await fingerprint(source) };
    const handle = await open(path, "a+");
    try {
      const { done, counts, whole } = await readOutcomes(handle, path, head.file);
      // The last line of a process that was killed can be a part of one.
      await truncate(path, whole);
      if (whole === 0) await handle.appendFile(`${JSON.stringify(head)}\n`);
      return new OutcomesFile(handle, done, counts);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Writes outcomes, in the order of their numbers. */
  async add(outcomes: readonly LineOutcome[]): Promise<void> {
    await this.#handle.appendFile(outcomes.map((one) => `${JSON.stringify(one)}\n`).join(""));
    await this.#handle.datasync();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** @returns the number of outcomes with their counts, and the length of the complete lines in bytes */
async function readOutcomes(handle: FileHandle, path: string, file: string) {
  const counts: Counts = { recorded: 0, alreadyRecorded: 0, refused: 0 };
  let whole = 0;
  let done = 0;
  const notOurs = new CommandError(
    `${path} has no outcomes of this file. Name another file with --outcomes, or delete it.`,
  );
  for await (const line of wholeLines(handle)) {
    const read = parse(line) as (Partial<LineOutcome> & { readonly file?: unknown }) | null;
    if (whole === 0 ? read?.file !== file : read?.number !== done + 1) throw notOurs;
    if (whole > 0) {
      done += 1;
      count(counts, read as LineOutcome);
    }
    whole += Buffer.byteLength(line) + 1;
  }
  if (whole === 0 && (await handle.stat()).size > 1_024) throw notOurs;
  return { counts, done, whole };
}

async function* wholeLines(handle: FileHandle): AsyncGenerator<string, void> {
  let rest = "";
  const chunks = handle.createReadStream({ encoding: "utf8", autoClose: false, start: 0 });
  for await (const chunk of chunks) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Identifies a file by the hash of its beginning. */
async function fingerprint(path: string): Promise<string> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0);
    return createHash("sha256").update(buffer.subarray(0, bytesRead)).digest("hex");
  } finally {
    await handle.close();
  }
}

/** How many events are read at a time. */
const atOnce = 8;

/** The fields of a usage event that a file can have, except those of a charge, which the service does not show. */
const comparedFields = ["serviceId", "userId", "invoiceId", "quantity", "occurredAt"] as const;

type Reads = Pick<UsanceClient["usageEvents"], "list">;

/**
 * Compares the events that were recorded before with what the service has recorded under their keys. One that differs is refused.
 *
 * @returns the outcomes, in the same order; null when the key may not read usage events
 */
export async function compareRecorded(
  events: readonly FileEvent[],
  outcomes: readonly LineOutcome[],
  usageEvents: Reads,
): Promise<LineOutcome[] | null> {
  const byNumber = new Map(events.map(({ number, event }) => [number, event]));
  const compared = [...outcomes];
  const places = outcomes.flatMap((one, place) => (isAlreadyRecorded(one) ? [place] : []));
  try {
    for (let from = 0; from < places.length; from += atOnce) {
      await Promise.all(
        places.slice(from, from + atOnce).map(async (place) => {
          const outcome = outcomes[place];
          const event = outcome && byNumber.get(outcome.number);
          if (!outcome || !event) return;
          compared[place] = await compare(event as UsageEventCreateParams, outcome, usageEvents);
        }),
      );
    }
  } catch (error) {
    if (error instanceof ForbiddenError) return null;
    throw error;
  }
  return compared;
}

async function compare(
  event: UsageEventCreateParams,
  outcome: LineOutcome,
  usageEvents: Reads,
): Promise<LineOutcome> {
  const { subscriptionId, eventKey } = event;
  const { usageEvents: found } = await usageEvents.list({ subscriptionId, eventKey, limit: 1 });
  const [recorded] = found;
  const different =
    recorded && comparedFields.find((field) => !isSame(field, event[field], recorded));
  if (!recorded || !different) return outcome;
  return {
    ...outcome,
    code: "recorded_differently",
    error: `An event with this key was recorded before with another ${different}: ${recorded[different]}.`,
    param: different,
    usageEventId: recorded.id,
  };
}

/** A field that the file leaves out matches any value. */
function isSame(
  field: (typeof comparedFields)[number],
  said: unknown,
  recorded: Readonly<Record<(typeof comparedFields)[number], string | null>>,
): boolean {
  const value = recorded[field];
  if (said === undefined || said === null) return true;
  if (field === "quantity") return new Amount(String(said)).eq(value ?? "");
  if (field === "occurredAt") return readDateTime(String(said))?.toISOString() === value;
  return said === value;
}

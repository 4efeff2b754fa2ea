import { createReadStream } from "node:fs";
import { readCsvRecords } from "../../kit/csv-records.ts";
import { NewUsageEvent } from "../../schemas/usage-events.ts";
import { itemOf } from "../../server/lines/lines-door.ts";
import { readLines } from "../../server/lines/read-lines.ts";
import { CommandError } from "../command-error.ts";

/** How usage is written in a file: one JSON object a line, or CSV with a line of column names. */
export type UsageFormat = "csv" | "ndjson";

/** An event of a file. */
export interface FileEvent {
  /** Its place among the events of the file, from 1. */
  readonly number: number;
  /** As the API takes it; null: the line cannot be read. */
  readonly event: object | null;
}

/** The longest line, in bytes or characters. */
const maxLine = 65_536;

/**
 * Reads the events of a file in order, in little memory.
 *
 * @param read is told how many bytes have been read so far
 * @throws CommandError when the file cannot be read, or a column is unknown
 */
export async function* readUsageFile(
  file: string,
  format: UsageFormat,
  read: (bytes: number) => void,
): AsyncGenerator<FileEvent, void> {
  const events = format === "csv" ? ofCsv(file, read) : ofLines(file, read);
  let number = 0;
  for await (const event of events) {
    number += 1;
    yield { number, event };
  }
}

async function* ofLines(file: string, read: (bytes: number) => void) {
  for await (const line of readLines(bytesOf(file, read), maxLine)) {
    const event = line === null ? null : itemOf(line);
    yield typeof event === "object" && !Array.isArray(event) ? event : null;
  }
}

async function* ofCsv(file: string, read: (bytes: number) => void) {
  let columns: readonly string[] | undefined;
  for await (const cells of readCsvRecords(textsOf(file, read), maxLine)) {
    if (columns === undefined) columns = columnsIn(cells);
    else yield cells === null || cells.length !== columns.length ? null : eventOf(columns, cells);
  }
}

const fields = Object.keys(NewUsageEvent.shape);

function columnsIn(cells: readonly string[] | null): readonly string[] {
  const columns = cells ?? [];
  const unknown = columns.find((name) => !fields.includes(name));
  const twice = columns.find((name, place) => columns.indexOf(name) !== place);
  if (columns.length > 0 && unknown === undefined && twice === undefined) return columns;
  const wrong =
    unknown === undefined
      ? `It names ${twice ?? "none"}.`
      : `${JSON.stringify(unknown)} is not one of them.`;
  throw new CommandError(
    `The first line of CSV names the columns, each once: ${fields.join(", ")}. ${wrong}`,
  );
}

/** An empty cell is a field that is left out. Quantities stay text, so they are exact. */
function eventOf(columns: readonly string[], cells: readonly string[]): object {
  const pairs = columns.map((name, place) => [name, cells[place] ?? ""]);
  return Object.fromEntries(pairs.filter(([, cell]) => cell !== ""));
}

async function* textsOf(file: string, read: (bytes: number) => void) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of bytesOf(file, read)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandError(`${file} is not text in UTF-8.`, { cause: error });
  }
}

async function* bytesOf(
  file: string,
  read: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void> {
  let bytes = 0;
  for await (const chunk of createReadStream(file)) {
    yield chunk;
    bytes += chunk.byteLength;
    read(bytes);
  }
}

/** A record of a CSV text. */
export interface CsvRecord {
  /** The number of the line on which it begins, from 1. */
  readonly line: number;
  /** null: it is longer than allowed, or a quote is out of place. */
  readonly cells: readonly string[] | null;
}

/**
 * Reads CSV (RFC 4180) as it arrives: lines end with LF or CRLF, and quoted cells may contain both. Blank lines are
 * skipped.
 *
 * @param maxLength the most characters of a record
 */
export async function* readCsvRecords(
  texts: AsyncIterable<string>,
  maxLength: number,
): AsyncGenerator<CsvRecord, void> {
  const record = new RecordReader(maxLength);
  for await (const text of texts) {
    for (const character of text) {
      const read = record.take(character);
      if (read !== null) yield read;
    }
  }
  const last = record.end();
  if (last !== null) yield last;
}

type State = "start" | "plain" | "quoted" | "closed";

class RecordReader {
  readonly #maxLength: number;
  #state: State = "start";
  #cells: string[] = [];
  #cell = "";
  #length = 0;
  #isWrong = false;
  #line = 1;
  #beganAt = 1;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** @returns the record that ends with the character */
  take(character: string): CsvRecord | null {
    if (character === "\n") this.#line += 1;
    if (this.#state === "quoted") {
      if (character === '"') this.#state = "closed";
      else this.#add(character);
      return null;
    }
    switch (character) {
      case "\n":
        return this.end();
      case ",":
        this.#endCell();
        return null;
      case '"':
        if (this.#state === "closed") this.#add('"'); // the second of two
        if (this.#state === "plain") this.#isWrong = true;
        else this.#state = "quoted";
        return null;
      case "\r":
        return null; // of a line's end
      default:
        if (this.#state === "closed") this.#isWrong = true;
        else this.#state = "plain";
        this.#add(character);
        return null;
    }
  }

  /** Ends a record. @returns null for a blank line */
  end(): CsvRecord | null {
    const isBlank = this.#length === 0 && this.#cells.length === 0 && this.#state === "start";
    if (this.#state === "quoted") this.#isWrong = true;
    this.#endCell();
    const cells = this.#isWrong || this.#length > this.#maxLength ? null : this.#cells;
    const record = { line: this.#beganAt, cells };
    this.#cells = [];
    this.#length = 0;
    this.#isWrong = false;
    this.#beganAt = this.#line;
    return isBlank ? null : record;
  }

  #add(character: string): void {
    this.#length += character.length;
    // Nothing is kept of a record that is too long.
    if (this.#length <= this.#maxLength) this.#cell += character;
  }

  #endCell(): void {
    this.#length += 1;
    if (this.#length <= this.#maxLength) this.#cells.push(this.#cell);
    this.#cell = "";
    this.#state = "start";
  }
}

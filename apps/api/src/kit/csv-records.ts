/** The cells of a record; null: it is longer than allowed, or a quote is out of place. */
type CsvRecord = readonly string[] | null;

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
      if (read !== undefined) yield read;
    }
  }
  const last = record.end();
  if (last !== undefined) yield last;
}

type State = "start" | "plain" | "quoted" | "closed";

class RecordReader {
  readonly #maxLength: number;
  #state: State = "start";
  #cells: string[] = [];
  #cell = "";
  #length = 0;
  #isWrong = false;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** @returns the record that ends with the character */
  take(character: string): CsvRecord | undefined {
    if (this.#state === "quoted") {
      if (character === '"') this.#state = "closed";
      else this.#add(character);
      return undefined;
    }
    switch (character) {
      case "\n":
        return this.end();
      case ",":
        this.#endCell();
        return undefined;
      case '"':
        if (this.#state === "closed") this.#add('"'); // the second of two
        if (this.#state === "plain") this.#isWrong = true;
        else this.#state = "quoted";
        return undefined;
      case "\r":
        return undefined; // of a line's end
      default:
        if (this.#state === "closed") this.#isWrong = true;
        else this.#state = "plain";
        this.#add(character);
        return undefined;
    }
  }

  /** Ends a record. @returns undefined for a blank line */
  end(): CsvRecord | undefined {
    const isBlank = this.#length === 0 && this.#cells.length === 0 && this.#state === "start";
    if (this.#state === "quoted") this.#isWrong = true;
    this.#endCell();
    const cells = this.#isWrong || this.#length > this.#maxLength ? null : this.#cells;
    this.#cells = [];
    this.#length = 0;
    this.#isWrong = false;
    return isBlank ? undefined : cells;
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

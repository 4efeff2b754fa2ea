/**
 * An answer that writes its own JSON, for answers that are made so often that building objects and checking them costs
 * more than the rest of the call. It skips the output schema of its operation, so tests compare both.
 */
export abstract class JsonAnswer {
  /** The record that the operation created, for its Location. */
  readonly created: { readonly id: string } | undefined;

  constructor(created?: { readonly id: string }) {
    this.created = created;
  }

  /** The whole answer as JSON. */
  abstract text(): string;

  /** For JSON.stringify. */
  toJSON(): unknown {
    return JSON.parse(this.text());
  }
}

/** An answer as JSON. */
export const jsonTextOf = (answer: unknown): string =>
  answer instanceof JsonAnswer ? answer.text() : JSON.stringify(answer);

/** An answer whose JSON was ready, such as one that the database wrote. */
export class ReadyJson extends JsonAnswer {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  override text(): string {
    return this.#text;
  }
}

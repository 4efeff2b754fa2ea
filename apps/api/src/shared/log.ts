type Say = (about: object, message: string) => void;

/** What the service says of its work: facts and errors, and a sentence. */
export interface Log {
  readonly debug: Say;
  readonly info: Say;
  readonly warn: Say;
  readonly error: Say;
}

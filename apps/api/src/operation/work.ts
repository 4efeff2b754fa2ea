import type { InTransaction } from "../db/client.ts";
import type { Caller } from "./access/auth/authenticate.ts";
import type { Context } from "./context.ts";
import type { Parts } from "./ports/parts.ts";

/** The request without its input, and the response without its body. */
type Spoken = Pick<Context, "request" | "reply">;

/** The time of an operation. */
export interface Timed {
  /** Reads the time of the service that the input names: that of its test clock, or the real one. */
  readonly time: () => Promise<Date>;
}

/** The dependencies of an operation with an API key. `tenant` is the key's seller. */
export interface Keyed extends Parts, Spoken {
  readonly by: Caller;
}

/** The dependencies of a write that is one transaction: `tx`, and the same object as `db`. */
export interface Writing extends Keyed, InTransaction, Timed {}

/** The dependencies of a write that commits by itself, for example because it waits for the chain in between. */
export interface MultiCommitWrite extends Keyed, Timed {
  /**
   * Runs a change in one transaction with its audit row, and once per Idempotency-Key.
   *
   * @param change makes the change and returns the record that it wrote, as JSON: `{ settlement: { id, … } }`
   * @returns the answer of `change`, or the stored answer of an earlier call with the same Idempotency-Key
   */
  readonly commit: <Answer extends object>(
    change: (work: Writing) => Promise<Answer>,
  ) => Promise<Answer>;
}

/** The dependencies of an operation of a page, which needs no key and can read records of every seller. */
export interface Visiting extends Parts, Spoken, Timed {}

/** The dependencies of an operation that anyone may call. */
export interface Open extends Pick<Context, "parts" | "reply" | "readiness"> {}

import type { Caller } from "../access/auth/authenticate.ts";
import type { Queryable } from "../db/client.ts";
import type { Parts } from "../ports/parts.ts";
import type { Context } from "./context.ts";

/** What a request says besides its input, and what its answer says besides its body. */
type Spoken = Pick<Context, "request" | "reply">;

/** What an operation with an API key works with. `tenant` is the key's seller. */
export interface Keyed extends Parts, Spoken {
  readonly by: Caller;
}

/** What a write works with: everything it does is one transaction. */
export interface Writing extends Keyed {
  /** The transaction; `db` is the same. */
  readonly tx: Queryable;
  /** When the transaction's work began. */
  readonly now: Date;
}

/** What a write works with that makes its transactions itself, because it waits for others in between. */
export interface WritingInParts extends Keyed {
  /**
   * Does a part in one transaction, once under an Idempotency-Key, with its audit row.
   *
   * @param part answers with the record that it wrote, as JSON: `{ settlement: { id, … } }`
   * @returns what the part answered, or what an earlier call with the same key did
   */
  readonly commit: <Answer extends object>(
    part: (work: Writing) => Promise<Answer>,
  ) => Promise<Answer>;
}

/** What an operation of the checkout page works with: no key, and sessions of every seller. */
export interface Visiting extends Parts, Spoken {}

/** What an operation works with that anyone may call. */
export interface Open extends Pick<Context, "reply" | "readiness"> {}

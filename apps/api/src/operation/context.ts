import type { Caller } from "../access/auth/authenticate.ts";
import type { Parts } from "../ports/parts.ts";
import type { Readiness } from "../ports/readiness.ts";

/** What an operation says about its HTTP answer besides the body. */
interface Reply {
  status?: number;
  readonly headers: Record<string, string>;
}

/** What the doors tell of a request, whichever it came through. */
interface Incoming {
  /**
   * Who the key belongs to; it rejects with a PublicError for a request that is not let in. Asked
   * once, before the body is read.
   */
  readonly caller: () => Promise<Caller>;
  /** The same for one that takes no key: it rejects when there are too many calls from where it is from. */
  readonly visit: () => Promise<void>;
  /** How many calls the request holds: more than one only in a tRPC batch. */
  readonly calls: number;
  /** `X-Request-Id`, by which the log and the audit rows name the request. */
  readonly id: string;
  /** The header of that name, as it came. */
  readonly idempotencyKey: string | undefined;
}

/**
 * A request and what it is answered with. tRPC copies the context in every call, field by field: it has
 * few.
 */
export interface Context {
  /** Their log names the request. */
  readonly parts: Omit<Parts, "tenant">;
  readonly request: Incoming;
  readonly reply: Reply;
  /** Whether the service can work, as of the last second. */
  readonly readiness: () => Promise<Readiness>;
}

import type { Tenant } from "../kit/tenant.ts";
import type { Caller } from "./access/auth/authenticate.ts";
import type { Costly } from "./access/limits/costs.ts";
import type { Parts } from "./ports/parts.ts";
import type { Readiness } from "./ports/readiness.ts";

/** Status and headers that an operation sets on its HTTP response. */
interface Reply {
  status?: number;
  readonly headers: Record<string, string>;
  /** Called once the response has ended. @param wasSent whether all of it was given to an open connection */
  ended?: (wasSent: boolean) => void;
}

/** What a request proves about the seller's dashboard. */
export interface DashboardRequest {
  /** Whether the request proves that the dashboard's own page made it. */
  readonly isOwnPage: boolean;
  /**
   * The token of the session's cookie; undefined without one, or if nothing proves that the dashboard's page sent it.
   */
  readonly token: string | undefined;
}

/** A request as REST and tRPC pass it to operations. */
interface Incoming {
  /**
   * Authenticates the API key and counts the request against its rate limit. Rejects with a PublicError when the
   * request is refused. Runs once per request, before the body is read.
   */
  readonly caller: () => Promise<Caller>;
  /** The same for a request without a key: rejects when its network makes too many calls. */
  readonly visit: () => Promise<void>;
  /**
   * Waits until a call may run beside the caller's other calls. Rejects with a PublicError 429 when too many of them wait.
   *
   * @param call.seller of the caller's key; undefined for a caller without a key
   * @returns a function that ends the turn
   */
  readonly turn: (
    call: Pick<Costly, "cost" | "record"> & { readonly seller: Tenant | undefined },
  ) => Promise<() => void>;
  readonly dashboard: () => DashboardRequest;
  /** Number of calls in the request: more than one only in a tRPC batch. */
  readonly calls: number;
  /** `X-Request-Id`, which log lines and audit rows contain. */
  readonly id: string;
  /** The `Idempotency-Key` header as sent, not validated. */
  readonly idempotencyKey: string | undefined;
}

/**
 * A request and its response. tRPC copies the context field by field for every call, so it has few fields.
 */
export interface Context {
  /** Those of the process, for every request the same object. */
  readonly parts: Omit<Parts, "tenant">;
  /** Adds the request id to every line. */
  readonly log: Parts["log"];
  readonly request: Incoming;
  readonly reply: Reply;
  /** Whether the service can work; at most one second old. */
  readonly readiness: () => Promise<Readiness>;
}

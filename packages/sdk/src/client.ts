import type { Fetch } from "./attempt.ts";
import { type CallOptions, callsOf } from "./calls.ts";
import { Gate, type GateOptions } from "./gate.ts";
import {
  type HoldsResource,
  type Resources,
  resources,
  type SettlementsResource,
  type UsageEventsResource,
} from "./generated/resources.ts";
import type { Hold, HoldCreateParams, Settlement, SettlementGetParams } from "./generated/types.ts";
import { sending } from "./send.ts";
import { UsageBatcher, type UsageBatcherOptions } from "./usage-batcher.ts";
import { type WaitOptions, waitForSettlement } from "./wait-for-settlement.ts";
import {
  type HoldSpent,
  type WithHoldOptions,
  type WithHoldResult,
  withHold,
} from "./with-hold.ts";

export interface UsanceOptions {
  /** Address of the service, without the API root: `https://billing.example.com`. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer <apiKey>`; `checkout`, `invoiceLinks`, `portal`, `ready` and `health` need none. */
  readonly apiKey?: string | undefined;
  /** Time limit of each attempt of a call, in milliseconds. Default 80,000, since the service waits up to 60,000 for the chain. */
  readonly timeoutMs?: number;
  /** Maximum number of retries of a failed call that is safe to repeat. Default 3. */
  readonly maxRetries?: number;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: Fetch;
}

export interface UsanceClient extends Resources {
  /**
   * Makes a gate, for calls that must not exceed a prepaid balance or a limit: each is checked, made, and charged by the rate
   * card. Make one for each bound on what may be let through while the service is unreachable.
   */
  gate(options?: GateOptions): Gate;
  readonly usageEvents: UsageEventsResource & {
    /** Collects usage events and sends them in batches. */
    batcher(options: UsageBatcherOptions): UsageBatcher;
  };
  readonly holds: HoldsResource & {
    /**
     * Holds the maximum cost of some work, does the work, and charges the actual cost together with its usage event. If the
     * work throws, the hold is released. It fails closed: without a hold the work is not done, unless `onUnheld` is given.
     *
     * @param balance the balance, or its id
     * @param max the maximum cost, in USDC; or `{ rateCard: true }`: what `usage` costs by the rate card
     * @throws PaymentRequiredError when the balance is too low
     */
    withHold<Spent extends HoldSpent>(
      balance: string | { readonly id: string },
      max: HoldCreateParams["amount"],
      work: (hold: Hold | null) => Promise<Spent>,
      options?: WithHoldOptions,
    ): Promise<WithHoldResult<Spent>>;
  };
  readonly settlements: SettlementsResource & {
    /**
     * Reads a settlement until it is `CONFIRMED` or `FAILED`. Use it after a ServerError of `settlements.create` that
     * has a `location`, which ends in the settlement's id. A settlement that is `FAILED` because it timed out may
     * still become `CONFIRMED`: the webhook `settlement.confirmed` reports that, and repeating the same
     * `settlements.create` never pays twice.
     *
     * @throws TimeoutError when it is in another state after the time limit, or the signal's reason
     */
    wait(input: SettlementGetParams, options?: WaitOptions): Promise<Settlement>;
  };
}

/**
 * A client of the Usance API. Every operation is a method of its resource. It takes one object with path parameters, query
 * and body together. It returns the record, or the whole body if the body has more than one field. Amounts and quantities
 * are decimal strings.
 *
 * A failed call rejects with a UsanceError, and an aborted one with its signal's reason.
 *
 * @throws TypeError when `baseUrl` is not an http address or ends with `/api/v1`, or `apiKey` is not valid in a header
 */
export function usanceClient({
  baseUrl,
  apiKey,
  timeoutMs = 80_000,
  maxRetries = 3,
  fetch = (url, init) => globalThis.fetch(url, init),
}: UsanceOptions): UsanceClient {
  // Reports an invalid address or key here instead of at each call.
  const at = addressOf(baseUrl);
  const headers = new Headers(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` });
  const made = resources(callsOf(sending({ baseUrl: at, headers, fetch, timeoutMs, maxRetries })));
  const { usageEvents, settlements } = made;
  const holds = {
    ...made.holds,
    create: withoutKey(made.holds.create),
    commit: withoutKey(made.holds.commit),
    release: withoutKey(made.holds.release),
  };
  return {
    ...made,
    gate: (options) => new Gate({ holds, usageEvents }, options),
    usageEvents: { ...usageEvents, batcher: (options) => new UsageBatcher(usageEvents, options) },
    holds: {
      ...holds,
      withHold: (balance, max, work, options) => withHold(holds, balance, max, work, options),
    },
    settlements: {
      ...settlements,
      wait: (input, options) => waitForSettlement(settlements, input, options),
    },
  };
}

/**
 * A call that is safe to repeat without an Idempotency-Key: of a hold, which remembers how it was placed and ended. The
 * service does such calls in batches, and each call with a key by itself.
 */
const withoutKey =
  <Input, Answer>(call: (input: Input, options?: CallOptions) => Promise<Answer>) =>
  (input: Input, options: CallOptions = {}) =>
    call(input, { ...options, idempotencyKey: options.idempotencyKey ?? null });

/** @throws TypeError for an address with which every call would fail: `localhost:3000` is a URL with the scheme `localhost` */
function addressOf(baseUrl: string): string {
  const { protocol, href } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol))
    throw new TypeError("baseUrl must begin with http:// or https://.");
  let end = href.length;
  while (href[end - 1] === "/") end -= 1;
  const address = href.slice(0, end);
  if (address.endsWith("/api/v1")) throw new TypeError("baseUrl must not end with /api/v1.");
  return address;
}

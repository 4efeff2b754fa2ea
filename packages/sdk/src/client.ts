import type { Fetch } from "./attempt.ts";
import { callsOf } from "./calls.ts";
import {
  type Resources,
  resources,
  type SettlementsResource,
  type UsageEventsResource,
} from "./generated/resources.ts";
import type { Settlement, SettlementGetParams } from "./generated/types.ts";
import { sending } from "./send.ts";
import { UsageBatcher, type UsageBatcherOptions } from "./usage-batcher.ts";
import { type WaitOptions, waitForSettlement } from "./wait-for-settlement.ts";

export interface UsanceOptions {
  /** Where the service is: `https://billing.example.com`, without the API root. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer <apiKey>`; `checkout`, `ready` and `health` need none. */
  readonly apiKey?: string | undefined;
  /** How long each try of a call waits, in milliseconds; default 80,000: the service itself waits 60,000 for the chain. */
  readonly timeoutMs?: number;
  /** How often a call that failed is tried again, where that is safe; default 3. */
  readonly maxRetries?: number;
  /** Another fetch than the platform's. */
  readonly fetch?: Fetch;
}

export interface UsanceClient extends Resources {
  readonly usageEvents: UsageEventsResource & {
    /** Gathers usage events and sends them many at a time. */
    batcher(options: UsageBatcherOptions): UsageBatcher;
  };
  readonly settlements: SettlementsResource & {
    /**
     * Reads a settlement until it is `CONFIRMED` or `FAILED`. Use it after a ServerError of `settlements.create` that
     * has a `location`, which ends in the settlement's id. A settlement that is `FAILED` because it timed out may
     * still become `CONFIRMED`: the webhook `settlement.confirmed` reports that, and repeating the same
     * `settlements.create` never pays twice.
     *
     * @throws TimeoutError when it is neither in time, or the signal's reason
     */
    wait(input: SettlementGetParams, options?: WaitOptions): Promise<Settlement>;
  };
}

/**
 * A client of the Usance API. Every operation is a method of its resource: it takes one object, path
 * parameters, query and body together, and answers with the record that it is about, or with the body
 * where that has more than one. Amounts and quantities are decimal strings.
 *
 * A call that does not succeed rejects with a UsanceError, one that is aborted with its signal's reason.
 *
 * @throws TypeError when `baseUrl` is no address, or `apiKey` no header's value
 */
export function usanceClient({
  baseUrl,
  apiKey,
  timeoutMs = 80_000,
  maxRetries = 3,
  fetch = (url, init) => globalThis.fetch(url, init),
}: UsanceOptions): UsanceClient {
  // What is no address or no header's value is known here, not at each call.
  const at = addressOf(baseUrl);
  const headers = new Headers(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` });
  const made = resources(callsOf(sending({ baseUrl: at, headers, fetch, timeoutMs, maxRetries })));
  const { usageEvents, settlements } = made;
  return {
    ...made,
    usageEvents: { ...usageEvents, batcher: (options) => new UsageBatcher(usageEvents, options) },
    settlements: {
      ...settlements,
      wait: (input, options) => waitForSettlement(settlements, input, options),
    },
  };
}

/** `localhost:3000` is an address of the scheme `localhost`: it would be refused at each call. */
function addressOf(baseUrl: string): string {
  const { protocol, href } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol))
    throw new TypeError("baseUrl must begin with http:// or https://.");
  return href.replace(/\/+$/, "");
}

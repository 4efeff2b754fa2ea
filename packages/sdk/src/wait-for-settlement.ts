import { nothingKnown } from "./attempt.ts";
import { TimeoutError } from "./errors.ts";
import type { SettlementsResource } from "./generated/resources.ts";
import type { Settlement, SettlementGetParams } from "./generated/types.ts";
import { sleep } from "./timers.ts";

export interface WaitOptions {
  /** Aborts the wait, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit of the whole wait, in milliseconds. Default two minutes. */
  readonly timeoutMs?: number | undefined;
}

/** The pause before the next read, in milliseconds: from 200 to 5,000, each 1.5 times the previous one. */
const longer = (pause: number) => Math.min(pause * 1.5, 5_000);

/**
 * Reads a settlement until it is `CONFIRMED` or `FAILED`. Retries while the service cannot be reached.
 *
 * @throws TimeoutError when it is in another state after the time limit, or the signal's reason
 */
export async function waitForSettlement(
  settlements: Pick<SettlementsResource, "get">,
  input: SettlementGetParams,
  { signal, timeoutMs = 120_000 }: WaitOptions = {},
): Promise<Settlement> {
  const late = new AbortController();
  const message = `The settlement was neither CONFIRMED nor FAILED within ${timeoutMs} ms.`;
  const timer = setTimeout(() => late.abort(new TimeoutError(message, nothingKnown)), timeoutMs);
  const ended = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
  try {
    for (let pause = 200; ; pause = longer(pause)) {
      const options = { signal: ended, maxRetries: Number.POSITIVE_INFINITY };
      const settlement = await settlements.get(input, options);
      if (settlement.status === "CONFIRMED" || settlement.status === "FAILED") return settlement;
      await sleep(pause, ended);
    }
  } finally {
    clearTimeout(timer);
  }
}

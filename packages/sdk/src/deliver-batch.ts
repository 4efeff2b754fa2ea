import { nothingKnown } from "./attempt.ts";
import { PayloadTooLargeError, ServerError, UnexpectedAnswerError, UsanceError } from "./errors.ts";
import type { UsageEventsResource } from "./generated/resources.ts";
import type { UsageEventCreateParams, UsageEventResult } from "./generated/types.ts";
import { mayTryAgain, waitBefore } from "./retry.ts";
import { newKey } from "./send.ts";

/** What is done with the events of a batch. */
export interface Delivery {
  readonly usageEvents: Pick<UsageEventsResource, "batch">;
  /** Told once of each event. */
  readonly onResult: (result: UsageEventResult, event: UsageEventCreateParams) => void;
  /** Told of each try that did not get through, with the events that are tried again. */
  readonly onError: (error: UsanceError, events: readonly UsageEventCreateParams[]) => void;
  readonly pause: (ms: number) => Promise<void>;
  /** Gives up. */
  readonly signal: AbortSignal;
}

/**
 * Sends a batch until it is known what came of each event. All tries have one Idempotency-Key: what a try
 * has recorded without its answer arriving, the next is told of as recorded.
 *
 * @returns the events of which nothing is known, when it was given up
 */
export async function deliverBatch(
  delivery: Delivery,
  batch: readonly UsageEventCreateParams[],
): Promise<readonly UsageEventCreateParams[]> {
  const { usageEvents, onResult, onError, pause, signal } = delivery;
  const idempotencyKey = newKey();
  let left = [...batch];
  for (let tries = 1; ; tries += 1) {
    let failure: UsanceError;
    try {
      const options = { idempotencyKey, signal, maxRetries: 0 };
      const results = await usageEvents.batch({ usageEvents: left }, options);
      const unknown = left.filter((_, index) => (results[index]?.status ?? 500) >= 500);
      for (const [index, event] of left.entries()) {
        const result = results[index];
        if (result !== undefined && result.status < 500) onResult(result, event);
      }
      if (unknown.length === 0) return [];
      left = unknown;
      failure = new ServerError("Whether they were recorded could not be said.", nothingKnown);
    } catch (error) {
      if (signal.aborted) return left;
      if (error instanceof PayloadTooLargeError && left.length > 1) {
        const middle = Math.ceil(left.length / 2);
        const unknown = await deliverBatch(delivery, left.slice(0, middle));
        return [...unknown, ...(await deliverBatch(delivery, left.slice(middle)))];
      }
      if (!isPassing(error)) {
        for (const event of left) onResult(refusal(error), event);
        return [];
      }
      failure = error;
    }
    onError(failure, left);
    await pause(waitBefore(tries, failure.retryAfter));
    if (signal.aborted) return left;
  }
}

/** What is at fault is not the events. A page of something in between may say anything but yes. */
function isPassing(error: unknown): error is UsanceError {
  return error instanceof UnexpectedAnswerError || mayTryAgain(error, "POST");
}

/** All are refused together: the key may not record usage, say. */
function refusal(error: unknown): UsageEventResult {
  if (error instanceof UsanceError && error.status !== null) {
    const { status, message, code, param } = error;
    // A service of an earlier version names no code.
    return { status, error: message, code: code ?? "unknown", ...(param !== null && { param }) };
  }
  throw error;
}

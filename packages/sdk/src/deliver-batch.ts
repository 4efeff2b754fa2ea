import { nothingKnown } from "./attempt.ts";
import { PayloadTooLargeError, ServerError, UnexpectedAnswerError, UsanceError } from "./errors.ts";
import type { UsageEventsResource } from "./generated/resources.ts";
import type { UsageEventCreateParams, UsageEventResult } from "./generated/types.ts";
import { mayTryAgain, waitBefore } from "./retry.ts";
import { newKey } from "./send.ts";

/** How a batch is sent, and who gets the results. */
export interface Delivery {
  readonly usageEvents: Pick<UsageEventsResource, "batch">;
  /** Called once with the result of each event. */
  readonly onResult: (result: UsageEventResult, event: UsageEventCreateParams) => void;
  /** Called after each attempt without a response, with the events that will be sent again. */
  readonly onError: (error: UsanceError, events: readonly UsageEventCreateParams[]) => void;
  readonly pause: (ms: number) => Promise<void>;
  /** Ends the delivery. */
  readonly signal: AbortSignal;
}

/**
 * Sends a batch until it has a result for each event. All attempts have the same Idempotency-Key: if an attempt records an
 * event and its response is lost, the next attempt reports the event as recorded.
 *
 * @returns the events without a result, if the signal ended the delivery
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

/** Whether an error is not about the events, so that they are sent again. An error page of a proxy can have any status. */
export function isPassing(error: unknown): error is UsanceError {
  return error instanceof UnexpectedAnswerError || mayTryAgain(error, "POST");
}

/** The result of each event when the service refused the whole batch, for example because of a missing scope. */
function refusal(error: unknown): UsageEventResult {
  if (error instanceof UsanceError && error.status !== null) {
    const { status, message, code, param } = error;
    // A proxy may have removed the header with the code.
    return { status, error: message, code: code ?? "unknown", ...(param !== null && { param }) };
  }
  throw error;
}

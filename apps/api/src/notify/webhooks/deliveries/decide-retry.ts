import type { Answer } from "../../../kit/outbound/outbound.ts";
import { nextAttempt, readRetryAfter } from "../../../outbox/schedule.ts";

/** How long an endpoint can fail without success before it is disabled, in milliseconds: five days. */
const patienceMs = 5 * 24 * 60 * 60 * 1_000;

/** A delivery as it was before the attempt. */
interface BeforeAttempt {
  /** Attempts before this one, since the delivery was created or last restarted. */
  readonly tries: number;
  /** Since when every delivery to its endpoint has failed. */
  readonly failingSince: Date | null;
}

/** The consequences of an attempt for the delivery and its endpoint. */
export interface Verdict {
  readonly arrived: boolean;
  /** null: there is no further attempt. */
  readonly nextAttemptAt: Date | null;
  /** Why there is no further attempt although the delivery has not arrived. */
  readonly reason: string | null;
  /** Why the endpoint must be disabled; null: it must not. */
  readonly disable: string | null;
}

/** Decides what follows an attempt. Only a response with a 2xx status is a success. */
export function decideRetry(
  { tries, failingSince }: BeforeAttempt,
  answer: Answer,
  now: Date,
): Verdict {
  if ("status" in answer && answer.status >= 200 && answer.status < 300) {
    return { arrived: true, nextAttemptAt: null, reason: null, disable: null };
  }
  const disable = whyDisable(answer, failingSince, now);
  if (disable !== null) return { arrived: false, nextAttemptAt: null, reason: disable, disable };
  const retryAfter = "status" in answer ? readRetryAfter(answer.retryAfter, now) : null;
  const nextAttemptAt = nextAttempt(tries + 1, now, retryAfter);
  const reason = nextAttemptAt === null ? `It failed ${tries + 1} times.` : null;
  return { arrived: false, nextAttemptAt, reason, disable: null };
}

function whyDisable(answer: Answer, failingSince: Date | null, now: Date): string | null {
  if ("status" in answer && answer.status === 410) {
    return "The endpoint answered 410 Gone, and was disabled.";
  }
  if (failingSince !== null && now.getTime() - failingSince.getTime() >= patienceMs) {
    return "The endpoint did nothing but fail for five days, and was disabled.";
  }
  return null;
}

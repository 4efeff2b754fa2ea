import type { Answer } from "../../platform/outbound/outbound.ts";
import { nextAttempt, readRetryAfter } from "./schedule.ts";

/** How long an endpoint may do nothing but fail, in milliseconds: five days. */
const patienceMs = 5 * 24 * 60 * 60 * 1_000;

/** A delivery as it stood when it was attempted. */
interface Attempted {
  /** Attempts before this one, since it was last asked for. */
  readonly tries: number;
  /** Since when its endpoint has done nothing but fail. */
  readonly failingSince: Date | null;
}

/** What an attempt means for the delivery and its endpoint. */
export interface Verdict {
  readonly arrived: boolean;
  /** null: nothing more is tried. */
  readonly nextAttemptAt: Date | null;
  /** Why nothing more is tried, if it did not arrive. */
  readonly reason: string | null;
  /** Why nothing more is sent to the endpoint at all. */
  readonly disable: string | null;
}

/** Only an answer with 2xx is success. */
export function judge({ tries, failingSince }: Attempted, answer: Answer, now: Date): Verdict {
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

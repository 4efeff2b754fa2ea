import type { MailResult } from "../../kit/mail/mailer.ts";
import { nextAttempt } from "../../outbox/schedule.ts";
import type { EmailState } from "../../schemas/states.ts";

/** The consequences of an attempt. */
export interface Verdict {
  readonly status: EmailState;
  /** null: there is no further attempt. */
  readonly nextAttemptAt: Date | null;
  /** Why there is no further attempt although it was not sent. */
  readonly reason: string | null;
}

/**
 * Judges an attempt. It is repeated only if the e-mail cannot have arrived.
 *
 * @param tries attempts before this one
 */
export function decideRetry(tries: number, result: MailResult, now: Date): Verdict {
  switch (result.outcome) {
    case "accepted":
      return ended("SENT", null);
    case "uncertain":
      return ended(
        "UNCERTAIN",
        "The mail server's reply did not arrive. It is not sent again, because it may have arrived.",
      );
    case "refused":
      return result.isFinal
        ? ended("FAILED", "The mail server refused it permanently.")
        : retried(tries, now);
    case "unsent":
      return retried(tries, now);
  }
}

const ended = (status: EmailState, reason: string | null) => ({
  status,
  nextAttemptAt: null,
  reason,
});

function retried(tries: number, now: Date): Verdict {
  const nextAttemptAt = nextAttempt(tries + 1, now);
  if (nextAttemptAt === null) return ended("FAILED", `It failed ${tries + 1} times.`);
  return { status: "PENDING", nextAttemptAt, reason: null };
}

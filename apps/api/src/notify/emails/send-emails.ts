import type { Emails, MailResult, OutgoingEmail } from "../../kit/mail/mailer.ts";
import type { CoreParts, Parts } from "../../operation/ports/parts.ts";
import { nextAttempt } from "../../outbox/schedule.ts";
import type { EmailState } from "../../schemas/states.ts";
import { brandOf } from "./letters/brand.ts";
import { htmlOf } from "./letters/html.ts";
import { textOf } from "./letters/letter.ts";
import { writeLetter } from "./letters/write-letter.ts";
import {
  beginAttempt,
  type ClaimedEmail,
  claimEmails,
  type EmailOutcome,
  endLost,
  noteHandOver,
  noteOutcome,
} from "./store.ts";

/** How long a claimed e-mail belongs to one process, in milliseconds; longer than an attempt takes. */
const leaseMs = 180_000;
/** The time over which the e-mails of a recipient or a seller are counted, in milliseconds. */
const dayMs = 24 * 3_600_000;
/** How long an e-mail waits for its seller's limit at most, in milliseconds: as long as failed attempts are repeated. */
const maxWaitMs = 3 * dayMs;
/** How many e-mails of one seller are claimed at a time. */
const eachSeller = 4;

const lost =
  "The process that sent it ended before the mail server's reply was stored. It is not sent again, because it may have arrived.";

/** Claims due e-mails. @param room how many */
export async function takeEmails({ db, clock }: CoreParts, room: number): Promise<ClaimedEmail[]> {
  const now = clock.now();
  await endLost(db, lost, now);
  const leaseUntil = new Date(now.getTime() + leaseMs);
  return claimEmails(db, { now, leaseUntil }, { each: eachSeller, all: room });
}

export type SendParts = Parts & { readonly emails: Emails };

/** Sends an e-mail once, and stores the result. */
export async function sendEmail(parts: SendParts, email: ClaimedEmail): Promise<void> {
  const { db, clock, tally } = parts;
  const begin = performance.now();
  const outcome = await attempt(parts, email);
  await noteOutcome({ db, now: clock.now() }, email, outcome);
  const isWaiting = outcome.status === "PENDING" && outcome.attempt === null;
  if (isWaiting) return;
  tally.emailAttempted(outcome.status, (performance.now() - begin) / 1_000);
}

async function attempt(parts: SendParts, email: ClaimedEmail): Promise<EmailOutcome> {
  const { db, clock, emails } = parts;
  const written = await writeLetter(parts, email);
  if ("skip" in written) return unattempted("SKIPPED", written.skip);
  const now = clock.now();
  const { perRecipient, perSeller } = emails.dailyLimits;
  const limits = { perRecipient, perSeller, since: new Date(now.getTime() - dayMs) };
  const reached = await beginAttempt({ db, now }, email, limits);
  if (reached?.of === "recipient") {
    const reason = `The recipient has had ${perRecipient} e-mails within 24 hours, which is the limit.`;
    return unattempted("FAILED", reason);
  }
  if (reached?.of === "seller") {
    const reason = `The seller has sent ${perSeller} e-mails within 24 hours, which is the limit.`;
    const isLate = now.getTime() - email.createdAt.getTime() >= maxWaitMs;
    const room = new Date(reached.freed.getTime() + dayMs);
    return isLate ? unattempted("FAILED", reason) : unattempted("PENDING", reason, room);
  }
  const { letter, service } = written;
  const brand = brandOf(service);
  const outgoing: OutgoingEmail = {
    id: email.id,
    fromName: brand.name,
    to: email.recipient,
    subject: letter.subject,
    text: textOf(brand, letter),
    html: htmlOf(brand, letter),
    date: now,
  };
  const begin = performance.now();
  const result = await emails.mailer.send(outgoing, () => noteHandOver(db, email, clock.now()));
  const latencyMs = Math.round(performance.now() - begin);
  return {
    ...decideRetry(email.tries, result, clock.now()),
    attempt: { attemptedAt: now.toISOString(), latencyMs, ...shown(result) },
  };
}

const unattempted = (
  status: EmailOutcome["status"],
  reason: string,
  nextAttemptAt: Date | null = null,
): EmailOutcome => ({ status, reason, attempt: null, nextAttemptAt });

/** A result as the log shows it. */
function shown(result: MailResult) {
  return "error" in result
    ? { code: null, response: null, error: result.error }
    : { code: result.code, response: result.response, error: null };
}

/** The consequences of an attempt. */
interface Verdict {
  readonly status: EmailState;
  /** null: there is no further attempt. */
  readonly nextAttemptAt: Date | null;
  /** Why there is no further attempt although it was not sent. */
  readonly reason: string | null;
}

/**
 * Decides what follows an attempt. It is repeated only if the e-mail cannot have arrived.
 *
 * @param tries attempts before this one
 */
function decideRetry(tries: number, result: MailResult, now: Date): Verdict {
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

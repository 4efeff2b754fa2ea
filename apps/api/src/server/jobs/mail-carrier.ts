import { sendEmail, takeEmails } from "../../notify/emails/send-emails.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { startRounds } from "./rounds.ts";

/** How many e-mails a process sends at the same time, each over a connection of its own. */
const maxAtOnce = 8;
/** The pause before the next query, in milliseconds: while e-mails are being sent, when none was due, after an error. */
const pauses = { more: 50, done: 500, trouble: 5_000 };

/**
 * Sends e-mails, if the service has a mail server. Every process runs this.
 *
 * @param pauseMs tests shorten the pauses
 * @returns a function that stops it and waits for e-mails that are being sent
 */
export function startMailCarrier(
  { emails, ...parts }: Parts,
  pauseMs = pauses,
): () => Promise<void> {
  if (emails === null) return async () => {};
  const send = async (email: Parameters<typeof sendEmail>[1]) => {
    try {
      await sendEmail({ ...parts, emails }, email);
    } catch (error) {
      // It is claimed again, or ended as uncertain, after its lease expires.
      parts.log.error({ err: error, emailId: email.id }, "result of an e-mail not stored");
    }
  };
  return startRounds(parts, {
    name: "send-emails",
    run: async ({ running, leave }) => {
      const room = maxAtOnce - running.size;
      if (room === 0) return "more";
      const taken = await takeEmails(parts, room);
      for (const email of taken) leave(send(email));
      return taken.length > 0 ? "more" : "done";
    },
    failed: "e-mails could not be claimed",
    pauseMs: (result) => pauseMs[result],
    stopMs: 16_000,
  });
}

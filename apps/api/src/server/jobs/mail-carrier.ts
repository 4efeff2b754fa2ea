import { setTimeout as sleep } from "node:timers/promises";
import { within } from "../../kit/time-limit.ts";
import { type SendParts, sendEmail, takeEmails } from "../../notify/emails/send-emails.ts";
import type { Parts } from "../../operation/ports/parts.ts";

const mailCarrierName = "send-emails";

/** How many e-mails a process sends at the same time, each over a connection of its own. */
const maxAtOnce = 8;
/** The pause before the next query, in milliseconds: while e-mails are being sent, when none was due, after an error. */
const pauseMs = { more: 50, done: 500, trouble: 5_000 };
/** How long shutdown waits for e-mails that are being sent, in milliseconds. */
const stopMs = 16_000;

export type MailCarrierParts = Omit<SendParts, "emails"> & Pick<Parts, "watch" | "log" | "emails">;

/**
 * Sends e-mails, if the service has a mail server. Every process runs this.
 *
 * @param pauses tests shorten the pauses
 * @returns a function that stops it and waits for e-mails that are being sent
 */
export function startMailCarrier(
  { emails, ...parts }: MailCarrierParts,
  pauses = pauseMs,
): () => Promise<void> {
  if (emails === null) return async () => {};
  const { watch, log } = parts;
  const stopped = new AbortController();
  const { signal } = stopped;
  const sending = new Set<Promise<void>>();

  const send = async (email: Parameters<typeof sendEmail>[1]) => {
    try {
      await sendEmail({ ...parts, emails }, email);
    } catch (error) {
      // It is claimed again, or ended as uncertain, after its lease expires.
      log.error({ err: error, emailId: email.id }, "result of an e-mail not stored");
    }
  };
  const take = async () => {
    const room = maxAtOnce - sending.size;
    if (room <= 0) return "more" as const;
    const taken = await watch({ kind: "round", name: mailCarrierName }, () =>
      takeEmails(parts, room),
    );
    for (const email of taken) {
      const sent = send(email).finally(() => sending.delete(sent));
      sending.add(sent);
    }
    return taken.length > 0 ? ("more" as const) : ("done" as const);
  };
  const rounds = async () => {
    while (!signal.aborted) {
      const found = await take().catch((error: unknown) => {
        log.error({ err: error }, "e-mails could not be claimed");
        return "trouble" as const;
      });
      await sleep(pauses[found], undefined, { signal }).catch(() => undefined); // aborted by a stop
    }
    await Promise.all(sending);
  };
  const running = rounds();
  return async () => {
    stopped.abort();
    await within(stopMs, running);
  };
}

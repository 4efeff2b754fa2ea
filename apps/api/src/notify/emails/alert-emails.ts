import { inTransaction } from "../../db/client.ts";
import { realTime } from "../../kit/clock.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { writeEmails } from "../../outbox/record-events.ts";
import { findUntoldCrossings } from "./store.ts";

/** What happened longer ago is not told any more, in milliseconds: a day. */
const newsMs = 86_400_000;
/** How many e-mails one run writes. */
const maxEmails = 500;

/**
 * Job: writes an e-mail to the subscriber for each `alert.crossed` of an alert that tells the subscriber too; about one level
 * of one value once a day, as holds may cross it with every call.
 */
export async function writeAlertEmails({ db, clock, emails }: Parts): Promise<void> {
  if (emails === null) return;
  const now = realTime(clock.now());
  const untold = await findUntoldCrossings(db, new Date(now.getTime() - newsMs), maxEmails);
  await inTransaction(db, (tx) =>
    writeEmails(
      { tx, now },
      "alert.crossed",
      untold.map(({ id, once }) => ({ invoiceId: null, eventId: id, once })),
    ),
  );
}

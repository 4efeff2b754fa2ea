import { inTransaction } from "../../db/client.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { writeEmails } from "../../outbox/record-events.ts";
import { readSpendingCap } from "./spending-caps.ts";
import { type DueCap, findDueCaps, findLastCollectedOfLowCap, noteLook } from "./store.ts";

/** How often the chain is asked about each cap, in milliseconds: every hour. */
const everyMs = 3_600_000;
/** The pause after a look that failed, in milliseconds. */
const againMs = 300_000;
/** The maximum number of caps that one run looks at, so that a service with many caps does not flood its RPC. */
const maxCaps = 200;
/** How many caps a run reads from the chain at the same time. */
const atOnce = 8;

/** When a cap that was signed or looked at now is looked at next. */
export const nextCheck = (now: Date): Date => new Date(now.getTime() + everyMs);

type LookParts = Pick<Parts, "db" | "clock" | "collector" | "emails" | "log">;

/**
 * Job: asks the chain about the spending caps that are due. A revocation that a wallet sent by itself is stored, with its
 * event. A cap that is running low has an e-mail, once. If the chain answers for none of some caps, the run ends.
 */
export async function checkCaps(parts: LookParts): Promise<void> {
  const due = await findDueCaps(parts.db, parts.clock.now(), maxCaps);
  for (let first = 0; first < due.length; first += atOnce) {
    const looks = due.slice(first, first + atOnce).map((cap) => look(parts, cap));
    if (!(await Promise.all(looks)).includes(true)) return;
  }
}

/** @returns false when it failed */
async function look(parts: LookParts, cap: DueCap): Promise<boolean> {
  const { db, clock, log } = parts;
  const now = clock.now();
  try {
    await lookAt(parts, cap, now);
    return true;
  } catch (error) {
    log.warn({ err: error, id: cap.id }, "spending cap not looked at");
    await noteLook(db, cap, { next: new Date(now.getTime() + againMs) });
    return false;
  }
}

async function lookAt(parts: LookParts, cap: DueCap, now: Date): Promise<void> {
  const { db, emails } = parts;
  const { id, validUntil, subscriptionId } = cap;
  if (validUntil * 1_000n <= BigInt(now.getTime())) return noteLook(db, cap, { next: null });
  const read = subscriptionId === null ? null : await readSpendingCap(parts, subscriptionId);
  const next = nextCheck(now);
  if (read === null || read.cap.id !== id) return noteLook(db, cap, { next });
  await noteLook(db, cap, { next, spent: read.spent });
  if (emails !== null && !read.revokedOnChain) await warnIfLow(parts, id, now);
}

/** The e-mail is about the last invoice that was collected. */
async function warnIfLow({ db }: Pick<Parts, "db">, capId: string, now: Date): Promise<void> {
  const invoiceId = await findLastCollectedOfLowCap(db, capId);
  if (invoiceId === null) return;
  await inTransaction(db, (tx) =>
    writeEmails({ tx, now }, "spending_cap.low", [{ invoiceId, once: capId }]),
  );
}

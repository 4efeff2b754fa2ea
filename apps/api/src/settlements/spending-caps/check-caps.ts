import type { CapSpending } from "../../chain/caps.ts";
import { inTransaction } from "../../db/client.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { fromTokenUnits } from "../../kit/money.ts";
import type { SettlementParts } from "../../operation/ports/parts.ts";
import { writeEmails } from "../../outbox/record-events.ts";
import { readSpendingCap } from "./spending-caps.ts";
import {
  announceCap,
  type DueCap,
  findDueCaps,
  findLastCollectedOfLowCap,
  noteCheck,
} from "./store.ts";
import { forgetUsedPermit } from "./wallet-permits.ts";

/** How often the chain is asked about each cap, in milliseconds: every hour. */
const everyMs = 3_600_000;
/** When a cap is checked again whose period has just ended, in milliseconds. */
const justAfterMs = 60_000;
/** The pause after a failed check, in milliseconds. */
const againMs = 300_000;
/** The maximum number of caps that one run checks, so that a service with many caps does not flood its RPC. */
const maxCaps = 200;
/** How many caps a run reads from the chain at the same time. */
const atOnce = 8;

/**
 * Returns when a cap that was signed or checked now is checked next: within an hour, and when its period ends. The newest
 * block may be a little older than the end.
 */
export function nextCheck(now: Date, { periodEnd }: Partial<CapSpending> = {}): Date {
  const hourly = now.getTime() + everyMs;
  const end = periodEnd === undefined ? hourly : Number(periodEnd) * 1_000;
  return new Date(Math.min(hourly, Math.max(end, now.getTime() + justAfterMs)));
}

/**
 * Job: asks the chain about the spending caps that are due. It stores revocations that wallets sent by themselves, and
 * e-mails subscribers once when a cap is low. The run ends when the chain answers for none of the caps read together.
 */
export async function checkCaps(parts: SettlementParts): Promise<void> {
  const due = await findDueCaps(parts.db, parts.clock.now(), maxCaps);
  for (let first = 0; first < due.length; first += atOnce) {
    const checks = due.slice(first, first + atOnce).map((cap) => check(parts, cap));
    if (!(await Promise.all(checks)).includes(true)) return;
  }
}

/** Checks one cap, and sets the time of its next check. @returns false when it failed */
async function check(parts: SettlementParts, cap: DueCap): Promise<boolean> {
  const { clock, log } = parts;
  const now = clock.now();
  try {
    await readCap(parts, cap, now);
    return true;
  } catch (error) {
    log.warn({ err: error, id: cap.id }, "spending cap not checked");
    await keepCheck(parts, cap, { next: new Date(now.getTime() + againMs) });
    return false;
  }
}

async function readCap(parts: SettlementParts, cap: DueCap, now: Date): Promise<void> {
  const { emails } = parts;
  const { id, validUntil, subscriptionId } = cap;
  if (validUntil * 1_000n <= BigInt(now.getTime())) return keepCheck(parts, cap, { next: null });
  const read = subscriptionId === null ? null : await readSpendingCap(parts, subscriptionId);
  if (read === null || read.cap.id !== id) return keepCheck(parts, cap, { next: nextCheck(now) });
  const { collector, spending } = read;
  await forgetUsedPermit(parts.db, collector, read.cap.payerAddress as Hex);
  if (spending.isReplaced) return keepCheck(parts, cap, { next: nextCheck(now) });
  await keepCheck(parts, cap, { next: nextCheck(now, spending), spending });
  if (emails !== null) await warnIfLow(parts, id, now);
}

/** Stores a check, and reports the levels of alerts that the cap crosses. */
async function keepCheck(
  { db, clock }: SettlementParts,
  cap: DueCap,
  check: Parameters<typeof noteCheck>[2],
): Promise<void> {
  const { serviceId, subscriptionId } = cap;
  await inTransaction(db, async (tx) => {
    const before = await noteCheck(tx, cap, check);
    if (before === null || check.spending === undefined) return;
    const { spent, spentInPeriod } = check.spending;
    const after = {
      ...before,
      spent: fromTokenUnits(spent),
      spentInPeriod: fromTokenUnits(spentInPeriod),
    };
    await announceCap({ tx, now: clock.now() }, { serviceId, subscriptionId }, before, after);
  });
}

/** Writes an e-mail about a low cap, which names the last invoice that was collected. */
async function warnIfLow({ db }: SettlementParts, capId: string, now: Date): Promise<void> {
  const invoiceId = await findLastCollectedOfLowCap(db, capId);
  if (invoiceId === null) return;
  await inTransaction(db, (tx) =>
    writeEmails({ tx, now }, "spending_cap.low", [{ invoiceId, once: capId }]),
  );
}

import { ChainUnavailable } from "../../chain/chain-errors.ts";
import { within } from "../../kit/time-limit.ts";
import type { SettlementParts } from "../../operation/ports/parts.ts";
import { refundStates } from "../../schemas/states.ts";
import { checkDue, checkLimitMs, forgetTrouble, noteTrouble, tooSlow } from "../chain-checks.ts";
import { checkRefund, nextCheckAtRefund } from "./check-refund.ts";
import { claimRefunds, countWatchedRefunds, endRefundLease, type TrackedRefund } from "./store.ts";

/**
 * Checks every refund to a wallet whose next check is due: those that may still be paid, and confirmed ones until they
 * are final.
 *
 * @returns see checkDue
 */
export function watchRefunds(parts: SettlementParts) {
  return checkDue(parts, "refunds.watch", claimRefunds, (refund, lease) =>
    check(parts, refund, lease),
  );
}

/** Checks a refund and sets the time of its next check. @returns whether the chain answered */
async function check(parts: SettlementParts, refund: TrackedRefund, lease: Date): Promise<boolean> {
  const { id, status, createdAt } = refund;
  const trouble = await troubleOf(parts, refund);
  const now = parts.clock.now();
  if (trouble === null) await forgetTrouble(parts.db, id);
  else await noteTrouble(parts.db, id, trouble, now);
  await endRefundLease(parts.db, id, lease, nextCheckAtRefund(status, createdAt, now));
  return trouble === null;
}

/** Checks a refund. @returns why the chain did not answer; null when it did */
async function troubleOf(parts: SettlementParts, refund: TrackedRefund): Promise<string | null> {
  const { id } = refund;
  try {
    const looked = await within(checkLimitMs, checkRefund(parts, refund));
    return looked === "late" ? tooSlow : null;
  } catch (error) {
    if (error instanceof ChainUnavailable) {
      parts.log.warn({ id, reason: error.reason }, "refund not checked");
      return error.message;
    }
    parts.log.error({ err: error, id }, "refund not checked");
    return null;
  }
}

/** Metrics of the refunds to wallets that are still checked. The others are final. */
export interface RefundFigures {
  /** The number of refunds per state. */
  readonly counts: ReadonlyMap<string, number>;
  /** How overdue the next check is, in seconds; 0 when none is due. */
  readonly lateSeconds: number;
}

export async function refundFigures({ db, clock }: SettlementParts): Promise<RefundFigures> {
  const rows = await countWatchedRefunds(db);
  const none = Object.keys(refundStates).map((status) => [status, 0] as const);
  const first = Math.min(...rows.map(({ nextCheckAt }) => nextCheckAt.getTime()));
  return {
    counts: new Map([...none, ...rows.map(({ status, count }) => [status, count] as const)]),
    lateSeconds: Math.max(0, (clock.now().getTime() - first) / 1_000),
  };
}

import { ChainUnavailable } from "../../chain/chain-errors.ts";
import { within } from "../../kit/time-limit.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { refundStates } from "../../schemas/states.ts";
import { forgetTrouble, noteTrouble, tooSlow } from "../chain-checks.ts";
import { type CheckRefundParts, checkRefund, nextCheckAtRefund } from "./check-refund.ts";
import { claimRefunds, countWatchedRefunds, endRefundLease, type TrackedRefund } from "./store.ts";

/** How many refunds one process checks concurrently. */
const pageSize = 16;
/** The time limit of one check, in milliseconds. */
const limitMs = 20_000;
/** The lease on claimed refunds, in milliseconds. After it other processes may claim them. */
const leaseMs = 30_000;

/**
 * Checks every refund to a wallet whose next check is due: those that may still be paid, and confirmed ones until they
 * are final. Every process does so; a lease prevents two from checking the same refund.
 *
 * @returns "more" when more may be due now, "trouble" when the chain answered for none
 */
export async function watchRefunds(
  parts: CheckRefundParts & Pick<Parts, "watch">,
): Promise<"done" | "more" | "trouble"> {
  const now = parts.clock.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const due = await claimRefunds(parts.db, { now, leaseUntil, limit: pageSize });
  const watched = { kind: "operation", name: "refunds.watch" } as const;
  const answered = await Promise.all(
    due.map((refund) => parts.watch(watched, () => check(parts, refund, leaseUntil))),
  );
  if (due.length > 0 && !answered.includes(true)) return "trouble";
  return due.length === pageSize ? "more" : "done";
}

/** @returns whether the chain answered */
async function check(
  parts: CheckRefundParts,
  refund: TrackedRefund,
  lease: Date,
): Promise<boolean> {
  const { id, status, createdAt } = refund;
  const trouble = await troubleOf(parts, refund);
  const now = parts.clock.now();
  if (trouble === null) await forgetTrouble(parts.db, id);
  else await noteTrouble(parts.db, id, trouble, now);
  await endRefundLease(parts.db, id, lease, nextCheckAtRefund(status, createdAt, now));
  return trouble === null;
}

/** @returns why the chain did not answer; null when it did */
async function troubleOf(parts: CheckRefundParts, refund: TrackedRefund): Promise<string | null> {
  const { id } = refund;
  try {
    const looked = await within(limitMs, checkRefund(parts, refund));
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

export async function refundFigures({
  db,
  clock,
}: Pick<Parts, "db" | "clock">): Promise<RefundFigures> {
  const rows = await countWatchedRefunds(db);
  const none = Object.keys(refundStates).map((status) => [status, 0] as const);
  const first = Math.min(...rows.map(({ nextCheckAt }) => nextCheckAt.getTime()));
  return {
    counts: new Map([...none, ...rows.map(({ status, count }) => [status, count] as const)]),
    lateSeconds: Math.max(0, (clock.now().getTime() - first) / 1_000),
  };
}

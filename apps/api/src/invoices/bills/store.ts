import type { PrefixTotals } from "@usance/proofs";
import type { Queryable } from "../../db/client.ts";
import type { CreditNote, Invoice } from "../../db/generated/client.ts";
import { Amount } from "../../kit/money.ts";
import { liveStates } from "../../schemas/settlement-states.ts";

/** A bill of a subscription, by what it asks for. */
export interface BillRow
  extends Pick<
    Invoice,
    | "id"
    | "status"
    | "amount"
    | "credited"
    | "creditedBeforePayment"
    | "paidFromBalance"
    | "periodEnd"
    | "createdAt"
    | "billHash"
  > {
  /** Credits of usage that bills have billed too much. */
  readonly creditNotes: readonly Pick<CreditNote, "amount">[];
  /** Those that may still pay it, or have paid it. */
  readonly settlements: readonly unknown[];
}

/** @returns the newest first */
export function findBills(db: Queryable, subscriptionId: string): Promise<BillRow[]> {
  return db.invoice.findMany({
    where: { subscriptionId, billNumber: { not: null } },
    select: {
      id: true,
      status: true,
      amount: true,
      credited: true,
      creditedBeforePayment: true,
      paidFromBalance: true,
      periodEnd: true,
      createdAt: true,
      billHash: true,
      creditNotes: { where: { billNumber: { not: null } }, select: { amount: true } },
      settlements: { where: { status: { in: liveStates } }, select: { id: true } },
    },
    orderBy: { billNumber: "desc" },
  });
}

/** What a period costs by now, and the measured usage that costs it. */
export interface PeriodCost {
  /** Less what is prepaid. */
  readonly amount: Amount;
  readonly prepaid: Amount;
  readonly eventCount: number;
  readonly voidedCount: number;
  readonly rateCardId: string;
  readonly totals: readonly PrefixTotals[];
  readonly snapshot: string;
  /** The invoice whose bill has the period, the newest one; null: none has it. */
  readonly billedIn: string | null;
  /** What that bill says that it costs. */
  readonly billedAmount: Amount | null;
  /** The snapshot in which the usage of that bill was measured. */
  readonly billedSnapshot: string | null;
}

/** What the periods of a subscription cost when they were measured last, by the times at which they begin. */
export async function findCosts(
  db: Queryable,
  subscriptionId: string,
): Promise<ReadonlyMap<number, PeriodCost>> {
  const rows = await db.periodCharge.findMany({ where: { subscriptionId } });
  return new Map(
    rows.map(({ startsAt, totals, ...row }) => [
      startsAt.getTime(),
      {
        ...row,
        eventCount: Number(row.eventCount),
        voidedCount: Number(row.voidedCount),
        amount: new Amount(row.amount.toFixed()),
        prepaid: new Amount(row.prepaid.toFixed()),
        billedAmount: row.billedAmount && new Amount(row.billedAmount.toFixed()),
        totals: totals as unknown as PeriodCost["totals"],
      },
    ]),
  );
}

interface PeriodOf {
  readonly subscriptionId: string;
  readonly from: Date;
}

/** Stores what a period costs now. A call that measured it at the same time may overwrite this: the counts tell which holds. */
export async function putCost(
  db: Queryable,
  { subscriptionId, from }: PeriodOf,
  { eventCount, voidedCount, amount, prepaid, rateCardId, totals, snapshot }: PeriodCost,
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO period_charges (subscription_id, starts_at, event_count, voided_count, amount, prepaid, rate_card_id,
                                totals, snapshot)
    VALUES (${subscriptionId}, ${from}, ${eventCount}, ${voidedCount}, ${amount.toFixed()}::numeric,
            ${prepaid.toFixed()}::numeric, ${rateCardId}, ${JSON.stringify(totals)}::jsonb, ${snapshot})
    ON CONFLICT (subscription_id, starts_at) DO UPDATE
       SET event_count = excluded.event_count, voided_count = excluded.voided_count,
           amount = excluded.amount, prepaid = excluded.prepaid, rate_card_id = excluded.rate_card_id,
           totals = excluded.totals, snapshot = excluded.snapshot`;
}

/** Stores what a bill says that a period costs. */
export async function putBilled(
  tx: Queryable,
  { subscriptionId, from }: PeriodOf,
  { billedIn, amount, snapshot }: Pick<PeriodCost, "billedIn" | "amount" | "snapshot">,
): Promise<void> {
  await tx.periodCharge.update({
    where: { subscriptionId_startsAt: { subscriptionId, startsAt: from } },
    data: { billedIn, billedAmount: amount.toFixed(), billedSnapshot: snapshot },
  });
}

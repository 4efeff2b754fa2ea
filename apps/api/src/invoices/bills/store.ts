import type { Queryable } from "../../db/client.ts";
import type { CreditNote, Invoice, PeriodCharge } from "../../db/generated/client.ts";
import { liveStates } from "../../schemas/settlement-states.ts";

/** A bill of a subscription, by what it asks for. */
export interface BillRow
  extends Pick<
    Invoice,
    "id" | "status" | "amount" | "credited" | "creditedBeforePayment" | "periodEnd" | "createdAt"
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
      periodEnd: true,
      createdAt: true,
      creditNotes: { where: { billNumber: { not: null } }, select: { amount: true } },
      settlements: { where: { status: { in: liveStates } }, select: { id: true } },
    },
    orderBy: { billNumber: "desc" },
  });
}

export function findCharges(db: Queryable, subscriptionId: string): Promise<PeriodCharge[]> {
  return db.periodCharge.findMany({ where: { subscriptionId } });
}

/** Stores what a period costs now. A call that priced it at the same time may overwrite this: the counts tell which holds. */
export async function putCharge(db: Queryable, charge: PeriodCharge): Promise<void> {
  const { subscriptionId, startsAt, eventCount, voidedCount, amount } = charge;
  await db.$executeRaw`
    INSERT INTO period_charges (subscription_id, starts_at, event_count, voided_count, amount)
    VALUES (${subscriptionId}, ${startsAt}, ${eventCount}, ${voidedCount}, ${amount})
    ON CONFLICT (subscription_id, starts_at) DO UPDATE
       SET event_count = excluded.event_count, voided_count = excluded.voided_count,
           amount = excluded.amount`;
}

import type { InTransaction, Queryable } from "../../db/client.ts";
import { type Dispute, Prisma } from "../../db/generated/client.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../../db/list-page.ts";
import type { Page } from "../../kit/lists.ts";
import { transition } from "../../kit/state-table.ts";
import { ownedBy, type Tenant } from "../../kit/tenant.ts";
import type { DisputedEvent } from "../../schemas/disputes.ts";
import { type DisputeTrigger, disputeStates } from "../../schemas/states.ts";

const { sql } = Prisma;

export type DisputeRow = Omit<Dispute, "usageEvents"> & {
  readonly usageEvents: DisputedEvent[];
};

const asRow = (row: Dispute): DisputeRow => ({
  ...row,
  usageEvents: row.usageEvents as unknown as DisputedEvent[],
});

export async function insertDispute(
  tx: Queryable,
  {
    usageEvents,
    ...data
  }: Omit<Prisma.DisputeUncheckedCreateInput, "usageEvents"> & {
    readonly usageEvents: readonly DisputedEvent[];
  },
): Promise<void> {
  await tx.dispute.create({ data: { ...data, usageEvents: [...usageEvents] } });
}

export async function findDispute(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<DisputeRow | null> {
  const row = await db.dispute.findUnique({ where: { id, ...ownedBy(tenant) } });
  return row && asRow(row);
}

/** Finds the disputes of an invoice, newest first. There are at most `maxDisputes`. */
export async function findDisputesOf(db: Queryable, invoiceId: string): Promise<DisputeRow[]> {
  const rows = await db.dispute.findMany({ where: { invoiceId }, orderBy: newestFirst });
  return rows.map(asRow);
}

/** How callers list them. */
export const disputeList = {
  table: sql`disputes`,
  owner: { column: sql`owner_id` },
  filters: { invoiceId: idIn(sql`invoices`, sql`invoice_id`) },
};

export function findDisputes(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof disputeList.filters>,
): Promise<Page<DisputeRow>> {
  return readPage(db, disputeList, tenant, query, async (tx, ids) => {
    const rows = await tx.dispute.findMany({ where: { id: { in: ids } }, orderBy: newestFirst });
    return rows.map(asRow);
  });
}

/** Ends a dispute by compare-and-set. @returns false when its state does not accept the trigger */
export async function closeDispute(
  { tx, now }: InTransaction,
  id: string,
  trigger: DisputeTrigger,
  data: { readonly answer: string | null; readonly creditNoteId?: string | null },
): Promise<boolean> {
  const { from, to } = transition(disputeStates, trigger);
  const { count } = await tx.dispute.updateMany({
    where: { id, status: { in: from } },
    data: { ...data, status: to, closedAt: now, updatedAt: now },
  });
  return count === 1;
}

import type { ChainPosition } from "../../chain/settlement-terms.ts";
import type { InTransaction, Queryable } from "../../db/client.ts";
import {
  type CreditNote,
  type CreditNoteLine,
  Prisma,
  type Refund,
  type RefundStatus,
} from "../../db/generated/client.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../../db/list-page.ts";
import type { Page } from "../../kit/lists.ts";
import { transition } from "../../kit/state-table.ts";
import { ownedBy, type Tenant } from "../../kit/tenant.ts";
import {
  type CreditNoteTrigger,
  creditNoteStates,
  type RefundTrigger,
  refundStates,
} from "../../schemas/states.ts";
import { type Claim, claimDue } from "../chain-checks.ts";

const { sql } = Prisma;

/** The refund that counts: the one that has not failed, if there is one; otherwise the last. */
const nested = {
  lines: { orderBy: { position: "asc" } },
  refunds: { orderBy: [{ status: "asc" }, ...newestFirst], take: 1 }, // `FAILED` comes last
} satisfies Prisma.CreditNoteInclude;

/** A credit note with its lines and its last refund. */
export interface CreditNoteRow extends CreditNote {
  readonly lines: readonly CreditNoteLine[];
  readonly refund: Refund | null;
}

const asRow = ({
  refunds,
  ...creditNote
}: Prisma.CreditNoteGetPayload<{ include: typeof nested }>): CreditNoteRow => ({
  ...creditNote,
  refund: refunds[0] ?? null,
});

export async function insertCreditNote(
  db: Queryable,
  data: Prisma.CreditNoteUncheckedCreateInput,
): Promise<void> {
  await db.creditNote.create({ data });
}

export async function findCreditNote(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<CreditNoteRow | null> {
  const where = { id, ...ownedBy(tenant) };
  const found = await db.creditNote.findUnique({ where, include: nested });
  return found && asRow(found);
}

const list = {
  table: sql`credit_notes`,
  owner: { column: sql`owner_id` },
  filters: {
    invoiceId: idIn(sql`invoices`, sql`invoice_id`),
    serviceId: idIn(sql`services`, sql`service_id`),
    userId: { column: sql`user_id` },
  },
};

export function findCreditNotes(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<CreditNoteRow>> {
  return readPage(db, list, tenant, query, async (tx, ids) => {
    const of = { where: { id: { in: ids } }, include: nested, orderBy: newestFirst };
    return (await tx.creditNote.findMany(of)).map(asRow);
  });
}

/** Changes a credit note's state by compare-and-set. @returns false when its state does not accept the trigger */
export async function moveCreditNote(
  { tx, now }: InTransaction,
  id: string,
  trigger: CreditNoteTrigger,
): Promise<boolean> {
  const { from, to } = transition(creditNoteStates, trigger);
  const { count } = await tx.creditNote.updateMany({
    where: { id, status: { in: from } },
    data: { status: to, updatedAt: now },
  });
  return count === 1;
}

export async function insertRefund(
  db: Queryable,
  data: Prisma.RefundUncheckedCreateInput,
): Promise<void> {
  await db.refund.create({ data });
}

/** Finds the refunds to balances that give back payments of some invoices, by status. The invoices must be locked. */
export function findBalanceRefunds(
  db: Queryable,
  invoiceIds: readonly string[],
  status: RefundStatus,
): Promise<Pick<Refund, "id" | "creditNoteId">[]> {
  return db.refund.findMany({
    where: { creditNote: { invoiceId: { in: [...invoiceIds] } }, destination: "BALANCE", status },
    select: { id: true, creditNoteId: true },
    orderBy: { id: "asc" },
  });
}

/** Locks the refunds to balances of an invoice whose payment a reorganization has undone, until the transaction ends. */
export function lockUndoneRefunds(
  tx: Queryable,
  invoiceId: string,
): Promise<Pick<Refund, "id" | "creditNoteId">[]> {
  return tx.$queryRaw`
    SELECT refund.id, refund.credit_note_id AS "creditNoteId"
      FROM refunds refund JOIN credit_notes note ON note.id = refund.credit_note_id
     WHERE note.invoice_id = ${invoiceId} AND refund.destination = 'BALANCE' AND refund.status = 'PENDING'
     ORDER BY refund.id FOR UPDATE OF refund`;
}

/** A refund to a wallet with what it gives back. */
export type TrackedRefund = Prisma.RefundGetPayload<{ include: typeof tracked }>;

const tracked = { creditNote: true } satisfies Prisma.RefundInclude;

export function findRefundByLink(db: Queryable, linkToken: string): Promise<TrackedRefund | null> {
  return db.refund.findUnique({ where: { linkToken }, include: tracked });
}

/** Changes a refund's state by compare-and-set. @returns false when its state does not accept the trigger */
export async function moveRefund(
  { tx, now }: InTransaction,
  id: string,
  trigger: RefundTrigger,
  change: Prisma.RefundUncheckedUpdateManyInput,
): Promise<boolean> {
  const { from, to } = transition(refundStates, trigger);
  const { count } = await tx.refund.updateMany({
    where: { id, status: { in: from } },
    data: { ...change, status: to, updatedAt: now },
  });
  return count === 1;
}

/** Adds up the refunds of a settlement to its wallet that were paid or still can be. The invoice must be locked. */
export async function sumWalletRefunds(
  db: Queryable,
  settlementId: string,
): Promise<Prisma.Decimal> {
  const { _sum } = await db.refund.aggregate({
    where: { settlementId, status: { not: "FAILED" } },
    _sum: { amount: true },
  });
  return _sum.amount ?? new Prisma.Decimal(0);
}

/** Claims refunds that are due for a check, until the lease ends. */
export async function claimRefunds(db: Queryable, claim: Claim): Promise<TrackedRefund[]> {
  const ids = await claimDue(db, "refunds", claim);
  const where = { id: { in: ids }, nextCheckAt: claim.leaseUntil };
  return db.refund.findMany({ where, include: tracked });
}

/** Counts the refunds that are still checked, by state, with the time of each state's next check. */
export function countWatchedRefunds(
  db: Queryable,
): Promise<{ status: RefundStatus; count: number; nextCheckAt: Date }[]> {
  return db.$queryRaw`
    SELECT status, count(*)::integer AS count, min(next_check_at) AS "nextCheckAt"
      FROM refunds WHERE next_check_at IS NOT NULL GROUP BY status`;
}

/** Sets the time of the next check, unless another process has changed the refund and its time since. */
export async function endRefundLease(
  db: Queryable,
  id: string,
  lease: Date,
  nextCheckAt: Date,
): Promise<void> {
  await db.refund.updateMany({ where: { id, nextCheckAt: lease }, data: { nextCheckAt } });
}

/** Stores where a confirmed refund's event is, and when it is checked again; null: it is final. */
export async function setRefundPosition(
  db: Queryable,
  id: string,
  position: ChainPosition & { readonly nextCheckAt: Date | null },
): Promise<void> {
  await db.refund.updateMany({ where: { id, status: "CONFIRMED" }, data: position });
}

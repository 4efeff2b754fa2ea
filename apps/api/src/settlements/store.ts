import type { Queryable } from "../db/client.ts";
import {
  Prisma,
  type Settlement,
  type SettlementStatus,
  type User,
} from "../db/generated/client.ts";
import { jsonObject, readRecords, recordStatement } from "../db/json-rows.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../db/list-page.ts";
import type { Page } from "../kit/lists.ts";
import type { Tenant } from "../kit/tenant.ts";
import { liveStates, refusedStates, statesShownAs } from "../schemas/settlement-states.ts";

const { sql } = Prisma;

const nested = {
  invoice: true,
  service: true,
  payer: true,
  merchant: true,
} satisfies Prisma.SettlementInclude;

type AnySettlement = Prisma.SettlementGetPayload<{ include: typeof nested }>;

/** A settlement as callers see it. It has a payer. */
export type SettlementRow = AnySettlement & { readonly payerId: string; readonly payer: User };

/** Returns whether callers see the settlement. A checkout attempt has no payer until it is confirmed. */
const isShown = (settlement: AnySettlement): settlement is SettlementRow =>
  settlement.payer !== null;

/**
 * Inserts a settlement. @returns false when a live one already uses the invoice or the reference (partial unique
 * indexes)
 */
export async function insertSettlement(
  db: Queryable,
  data: Prisma.SettlementCreateManyInput,
): Promise<boolean> {
  const { count } = await db.settlement.createMany({ data, skipDuplicates: true });
  return count === 1;
}

export async function findSettlement(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<SettlementRow | null> {
  const [settlement] = await findSettlementsById(db, [id], tenant);
  return settlement ?? null;
}

const byId = recordStatement(
  "find_settlements",
  jsonObject("settlement", "Settlement", {
    invoice: jsonObject("invoice", "Invoice"),
    service: jsonObject("service", "Service"),
    payer: jsonObject("payer", "User"),
    merchant: jsonObject("merchant", "User"),
  }),
  `FROM settlements settlement
    JOIN invoices invoice ON invoice.id = settlement.invoice_id
    JOIN services service ON service.id = settlement.service_id
    JOIN users payer ON payer.id = settlement.payer_id
    JOIN users merchant ON merchant.id = settlement.merchant_id
   WHERE settlement.id = ANY ($1::text[]) AND ($2::text IS NULL OR settlement.merchant_id = $2)`,
);

/**
 * Finds settlements by id, within a tenant. A settlement belongs to its merchant, the owner of its service. Checkout
 * attempts without a payer are left out.
 */
export async function findSettlementsById(
  db: Queryable,
  ids: readonly string[],
  tenant: Tenant,
): Promise<SettlementRow[]> {
  return (await readRecords(db, byId, [ids, tenant])).filter(isShown);
}

/** How callers list them. */
export const settlementList = {
  table: sql`settlements`,
  owner: { column: sql`merchant_id` },
  only: sql`payer_id IS NOT NULL`,
  filters: {
    invoiceId: idIn(sql`invoices`, sql`invoice_id`),
    serviceId: idIn(sql`services`, sql`service_id`),
    payerId: { column: sql`payer_id` },
    merchantId: { column: sql`merchant_id`, sellerOf: (id: string) => sql`${id}::text` },
    // A transaction records as many settlements as fit into its gas.
    transactionHash: { column: sql`transaction_hash` },
  },
  shownAs: statesShownAs,
};

export function findSettlements(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof settlementList.filters>,
): Promise<Page<SettlementRow>> {
  return readPage(db, settlementList, tenant, query, async (tx, ids) => {
    const where = { id: { in: ids } };
    const found = await tx.settlement.findMany({ where, include: nested, orderBy: newestFirst });
    return found.filter(isShown);
  });
}

/**
 * Finds the live settlement of an invoice. There is at most one, apart from reverted checkout attempts, which stay live
 * until the revert is final. Those sort last.
 */
export function findLiveSettlement(db: Queryable, invoiceId: string): Promise<Settlement | null> {
  return db.settlement.findFirst({
    where: { invoiceId, status: { in: liveStates } },
    orderBy: [{ revertedAt: { sort: "desc", nulls: "first" } }, ...newestFirst],
  });
}

/**
 * Finds the settlements that would be collected under a subscription's spending cap, and were not sent yet, in the order
 * of their ids.
 */
export function findUnsentCollections(
  db: Queryable,
  subscriptionId: string,
): Promise<Pick<Settlement, "id" | "invoiceId">[]> {
  return db.$queryRaw`
    SELECT settlement.id, invoice.id AS "invoiceId" FROM invoices invoice JOIN settlements settlement ON settlement.invoice_id = invoice.id
     WHERE invoice.subscription_id = ${subscriptionId} AND invoice.status IN ('OPEN', 'EXPIRED')
       AND settlement.status = 'PENDING' AND settlement.collect = 'allowance'
     ORDER BY settlement.id`;
}

/** Finds all live settlements of an invoice, reverted checkout attempts included. */
export function findLiveSettlements(db: Queryable, invoiceId: string): Promise<Settlement[]> {
  return db.settlement.findMany({ where: { invoiceId, status: { in: liveStates } } });
}

/** Finds the settlement of an invoice that is in progress or confirmed, or else the newest. */
export async function findCurrentOfInvoice(
  db: Queryable,
  invoiceId: string,
): Promise<{ readonly id: string } | null> {
  const [current] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM settlements WHERE invoice_id = ${invoiceId}
     ORDER BY status = ANY (${refusedStates}::settlement_status[]), created_at DESC, id DESC LIMIT 1`;
  return current ?? null;
}

/** Finds the settlement that paid an invoice. */
export function findConfirmedOfInvoice(
  db: Queryable,
  invoiceId: string,
): Promise<Settlement | null> {
  return db.settlement.findFirst({ where: { invoiceId, status: "CONFIRMED" } });
}

/** Sets the payer and erases the email and name typed at checkout. Callers see the settlement from then on. */
export async function setPayer(
  tx: Queryable,
  id: string,
  payerId: string,
  createdAt: Date,
): Promise<void> {
  const change = { payerId, createdAt, payerEmail: null, payerName: null };
  await tx.settlement.update({ where: { id }, data: change });
}

/**
 * Counts the settlements that are still checked, by state. A partial index covers them, regardless of how many are
 * final.
 */
export function countWatched(
  db: Queryable,
): Promise<
  { status: SettlementStatus; count: number; oldestCreatedAt: Date; nextCheckAt: Date }[]
> {
  return db.$queryRaw`
    SELECT status, count(*)::integer AS count, min(created_at) AS "oldestCreatedAt",
           min(next_check_at) AS "nextCheckAt"
      FROM settlements WHERE next_check_at IS NOT NULL GROUP BY status`;
}

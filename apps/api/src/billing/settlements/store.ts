import type { Queryable } from "../../db/client.ts";
import { columnsOf } from "../../db/columns.ts";
import {
  Prisma,
  type Settlement,
  type SettlementStatus,
  type SettlementTransaction,
  type User,
} from "../../db/generated/client.ts";
import { jsonObject, readRecords, recordStatement } from "../../db/json-rows.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../../db/list-page.ts";
import type { Page } from "../../lib/lists.ts";
import type { Tenant } from "../../lib/tenant.ts";

const { sql } = Prisma;

const nested = {
  invoice: true,
  service: true,
  payer: true,
  merchant: true,
} satisfies Prisma.SettlementInclude;

type AnySettlement = Prisma.SettlementGetPayload<{ include: typeof nested }>;

/** A settlement as callers are shown it: it names who pays. */
export type SettlementRow = AnySettlement & { readonly payerId: string; readonly payer: User };

/** An attempt at checkout names nobody before it is confirmed: no caller is shown it. */
const isShown = (settlement: AnySettlement): settlement is SettlementRow =>
  settlement.payer !== null;

/** @returns false when a live settlement holds the invoice or the reference: partial unique indexes say so */
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

/** The merchant of a settlement is the owner of its service. Attempts at checkout that name no payer are left out. */
export async function findSettlementsById(
  db: Queryable,
  ids: readonly string[],
  tenant: Tenant,
): Promise<SettlementRow[]> {
  return (await readRecords(db, byId, [ids, tenant])).filter(isShown);
}

const list = {
  table: sql`settlements`,
  owner: { column: sql`merchant_id` },
  only: sql`payer_id IS NOT NULL`,
  filters: {
    invoiceId: idIn(sql`invoices`, sql`invoice_id`),
    serviceId: idIn(sql`services`, sql`service_id`),
    payerId: { column: sql`payer_id` },
    merchantId: { column: sql`merchant_id`, sellerOf: (id: string) => sql`${id}::text` },
  },
  shownAs: { FAILED: ["FAILED", "TIMED_OUT", "REVERTED"] },
};

export function findSettlements(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<SettlementRow>> {
  return readPage(db, list, tenant, query, async (tx, ids) => {
    const where = { id: { in: ids } };
    const found = await tx.settlement.findMany({ where, include: nested, orderBy: newestFirst });
    return found.filter(isShown);
  });
}

/**
 * Live: not failed for good. An invoice has at most one, beside attempts at checkout that have reverted
 * and are watched until that is final: those come last.
 */
export function findLiveSettlement(db: Queryable, invoiceId: string): Promise<Settlement | null> {
  return db.settlement.findFirst({
    where: { invoiceId, status: { not: "FAILED" } },
    orderBy: [{ revertedAt: { sort: "desc", nulls: "first" } }, ...newestFirst],
  });
}

export function findLiveSettlements(db: Queryable, invoiceId: string): Promise<Settlement[]> {
  return db.settlement.findMany({ where: { invoiceId, status: { not: "FAILED" } } });
}

/** The one that is under way or confirmed; else the one that was taken on last. */
export async function findCurrentOfInvoice(
  db: Queryable,
  invoiceId: string,
): Promise<{ readonly id: string } | null> {
  const [current] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM settlements WHERE invoice_id = ${invoiceId}
     ORDER BY status IN ('FAILED', 'REVERTED'), created_at DESC, id DESC LIMIT 1`;
  return current ?? null;
}

/** Names who has paid, and forgets what was typed: from now on callers are shown it. */
export async function setPayer(
  tx: Queryable,
  id: string,
  payerId: string,
  createdAt: Date,
): Promise<void> {
  const change = { payerId, createdAt, payerEmail: null, payerName: null };
  await tx.settlement.update({ where: { id }, data: change });
}

/** A settlement without what it nests, and with what was signed for it, newest first. */
export type TrackedSettlement = Settlement & { readonly transactions: SettlementTransaction[] };

const trackedColumns = sql`
  ${columnsOf("settlement", "Settlement")},
  (SELECT jsonb_agg(jsonb_build_array(hash, raw, cancels, signed_at) ORDER BY signed_at DESC)
     FROM settlement_transactions WHERE settlement_id = settlement.id) AS signed`;

export async function findTrackedSettlements(
  db: Queryable,
  ids: readonly string[],
): Promise<TrackedSettlement[]> {
  const rows = await db.$queryRaw<TrackedRow[]>`
    SELECT ${trackedColumns} FROM settlements settlement WHERE settlement.id = ANY (${ids})`;
  return rows.map(asTracked);
}

/** With each transaction as its hash, its bytes, whether it cancels, and when it was signed. */
type TrackedRow = Settlement & { signed: (readonly [string, string, boolean, string])[] | null };

function asTracked({ signed, ...settlement }: TrackedRow): TrackedSettlement {
  const transactions = (signed ?? []).map(([hash, bytes, cancels, signedAt]) => ({
    hash,
    settlementId: settlement.id,
    raw: bytes,
    cancels,
    signedAt: new Date(signedAt),
  }));
  return { ...settlement, transactions };
}

/** A settlement whose transactions have a nonce of a signer: of several in one transaction, the first. */
export async function findSettlementAtNonce(
  db: Queryable,
  { chainId, address }: { readonly chainId: number; readonly address: string },
  nonce: number,
): Promise<TrackedSettlement | null> {
  const [row] = await db.$queryRaw<TrackedRow[]>`
    SELECT ${trackedColumns} FROM settlements settlement
     WHERE chain_id = ${chainId} AND signer_address = ${address} AND nonce = ${nonce}
     ORDER BY batch_position LIMIT 1`;
  return row === undefined ? null : asTracked(row);
}

/**
 * Takes what is to be looked at, oldest first, so that nobody else does until the lease is over.
 *
 * @returns them as they are when all are taken, without those that were given up or moved meanwhile
 */
export async function claimSettlements(
  db: Queryable,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<TrackedSettlement[]> {
  const claimed = await db.$queryRaw<{ id: string }[]>`
    WITH due AS MATERIALIZED (
      SELECT id FROM settlements WHERE next_look_at <= ${now}
       ORDER BY next_look_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE settlements SET next_look_at = ${leaseUntil} WHERE id IN (SELECT id FROM due)
    RETURNING id`;
  if (claimed.length === 0) return [];
  const ids = claimed.map(({ id }) => id);
  const settlements = await findTrackedSettlements(db, ids);
  return settlements.filter(({ nextLookAt }) => nextLookAt?.getTime() === leaseUntil.getTime());
}

/** Says when to look again, unless somebody has moved the settlement meanwhile and said so. */
export async function endLease(
  db: Queryable,
  id: string,
  lease: Date,
  at: Date | null,
): Promise<void> {
  await db.settlement.updateMany({ where: { id, nextLookAt: lease }, data: { nextLookAt: at } });
}

/** There is nothing left to look for. */
export async function stopLooking(db: Queryable, id: string): Promise<void> {
  await db.settlement.updateMany({ where: { id }, data: { nextLookAt: null } });
}

/** What is still looked at, by its state: one index holds it all, however many are over. */
export function countWatched(
  db: Queryable,
): Promise<{ status: SettlementStatus; count: number; oldestCreatedAt: Date; nextLookAt: Date }[]> {
  return db.$queryRaw`
    SELECT status, count(*)::integer AS count, min(created_at) AS "oldestCreatedAt",
           min(next_look_at) AS "nextLookAt"
      FROM settlements WHERE next_look_at IS NOT NULL GROUP BY status`;
}

/** Stores signed bytes before anybody may send them. */
export async function insertTransactions(
  tx: Queryable,
  transactions: readonly SettlementTransaction[],
): Promise<void> {
  await tx.settlementTransaction.createMany({ data: [...transactions] });
}

/** What takes the place of the newest transaction at a nonce. */
type Replacement = Pick<SettlementTransaction, "hash" | "raw" | "cancels" | "signedAt">;

/** Which settlements share a nonce, as any of them says it. */
type AtNonce = Pick<Settlement, "chainId" | "signerAddress" | "nonce">;

/**
 * Puts a transaction in the place of the newest one of a settlement, by compare-and-set, and stores it before
 * anybody may send it: for all that share its nonce, since whichever lands carries them all. What is confirmed
 * keeps the transaction that landed as its newest.
 * @returns false when the newest was another one, or confirmed
 */
export async function replaceTransaction(
  tx: Queryable,
  { id, chainId, signerAddress, nonce }: Pick<Settlement, "id"> & AtNonce,
  from: string,
  { hash, ...replacement }: Replacement,
): Promise<boolean> {
  const carried = await tx.$queryRaw<Pick<Settlement, "id" | "status" | "transactionHash">[]>`
    SELECT id, status, transaction_hash AS "transactionHash" FROM settlements
     WHERE chain_id = ${chainId} AND signer_address = ${signerAddress} AND nonce = ${nonce}
     ORDER BY batch_position FOR UPDATE`;
  const open = carried.filter(({ status }) => status !== "CONFIRMED");
  if (!open.some((one) => one.id === id && one.transactionHash === from)) return false;
  await tx.settlement.updateMany({
    where: { id: { in: open.map((one) => one.id) } },
    data: { transactionHash: hash },
  });
  // One that was replaced itself, and came back by a reorganisation, is replaced by the same bytes again.
  await tx.settlementTransaction.createMany({
    data: carried.map((one) => ({ ...replacement, hash, settlementId: one.id })),
    skipDuplicates: true,
  });
  return true;
}

/** Whether any settlement whose transactions have a nonce may still land. */
export async function hasLiveAtNonce(
  db: Queryable,
  { chainId, signerAddress, nonce }: AtNonce,
): Promise<boolean> {
  const where = { chainId, signerAddress, nonce, status: { not: "FAILED" } } as const;
  return (await db.settlement.findFirst({ where, select: { id: true } })) !== null;
}

/** Notes that the provider is about to be asked. @returns false when it has been asked before */
export async function claimFirstRequest(db: Queryable, id: string): Promise<boolean> {
  const { count } = await db.settlement.updateMany({
    where: { id, providerTransactionState: null },
    data: { providerTransactionState: "REQUESTED" },
  });
  return count === 1;
}

/** What the provider has told, unless the chain has decided meanwhile. */
export async function noteProviderTransaction(
  db: Queryable,
  id: string,
  told: {
    readonly providerTransactionId: string;
    readonly providerTransactionState: string;
    readonly transactionHash?: string;
  },
): Promise<void> {
  await db.settlement.updateMany({
    where: { id, status: { notIn: ["CONFIRMED", "FAILED"] } },
    data: told,
  });
}

import type { Queryable } from "../db/client.ts";
import { Prisma, type Settlement } from "../db/generated/client.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../db/list-page.ts";
import type { Page } from "../shared/lists.ts";
import { transition } from "../shared/state-table.ts";
import type { Tenant } from "../shared/tenant.ts";
import { type SettlementTrigger, settlementStates } from "./machine.ts";

const { sql } = Prisma;

const nested = {
  invoice: true,
  service: true,
  payer: true,
  merchant: true,
} satisfies Prisma.SettlementInclude;

export type SettlementRow = Prisma.SettlementGetPayload<{ include: typeof nested }>;

/** Refused by the partial unique indexes while another live settlement holds invoice or reference. */
export async function insertSettlement(
  db: Queryable,
  data: Prisma.SettlementUncheckedCreateInput,
): Promise<void> {
  await db.settlement.create({ data });
}

/** The merchant of a settlement is the owner of its service. */
export function findSettlement(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<SettlementRow | null> {
  const owned = tenant === null ? {} : { merchantId: tenant };
  return db.settlement.findUnique({ where: { id, ...owned }, include: nested });
}

const list = {
  table: sql`settlements`,
  owner: sql`merchant_id`,
  filters: {
    invoiceId: idIn(sql`invoices`, sql`invoice_id`),
    serviceId: idIn(sql`services`, sql`service_id`),
    payerId: { column: sql`payer_id` },
    merchantId: { column: sql`merchant_id`, sellerOf: (id: string) => sql`${id}::text` },
  },
  shownAs: { FAILED: ["FAILED", "TIMED_OUT"] },
};

export function findSettlements(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<SettlementRow>> {
  return readPage(db, list, tenant, query, (tx, ids) =>
    tx.settlement.findMany({ where: { id: { in: ids } }, include: nested, orderBy: newestFirst }),
  );
}

/** Live: not failed for good. There is at most one of an invoice. */
export function findLiveSettlement(db: Queryable, invoiceId: string): Promise<Settlement | null> {
  return db.settlement.findFirst({ where: { invoiceId, status: { not: "FAILED" } } });
}

/**
 * What the chain has not decided, in the order of nonces, and then what was never sent.
 *
 * @param abandoned a settlement that is still `PENDING` and was touched last before this moment has
 *   nobody who drives it
 */
export function findUndecidedSettlements(
  db: Queryable,
  chainId: number,
  abandoned: Date,
): Promise<SettlementRow[]> {
  return db.settlement.findMany({
    where: {
      OR: [
        { chainId, status: { in: ["SUBMITTED", "TIMED_OUT"] } },
        { status: "PENDING", updatedAt: { lt: abandoned } },
      ],
    },
    orderBy: [{ nonce: { sort: "asc", nulls: "last" } }, { createdAt: "asc" }],
    take: 500,
    include: nested,
  });
}

/** Compare-and-set: @returns false when the settlement was in no state that knows the trigger. */
export async function moveSettlement(
  db: Queryable,
  id: string,
  trigger: SettlementTrigger,
  change: Prisma.SettlementUncheckedUpdateManyInput & { updatedAt: Date },
): Promise<boolean> {
  const { from, to } = transition(settlementStates, trigger);
  const { count } = await db.settlement.updateMany({
    where: { id, status: { in: from } },
    data: { ...change, status: to },
  });
  return count === 1;
}

/** What a settlement keeps of its signed transaction. */
export interface Submission {
  readonly hash: string;
  readonly raw: string;
  readonly chainId: number;
  readonly contract: string;
  readonly token: string;
  readonly signer: string;
  readonly nonce: number;
  readonly validUntil: bigint;
}

/** The bytes and their hash together with the state: a crash loses all of it or none. */
export function submitSettlement(
  tx: Queryable,
  id: string,
  { chainId, contract, token, hash, raw, signer, nonce, validUntil }: Submission,
  now: Date,
): Promise<boolean> {
  return moveSettlement(tx, id, "submit", {
    chainId,
    contractAddress: contract,
    tokenAddress: token,
    transactionHash: hash,
    rawTransaction: raw,
    signerAddress: signer,
    nonce,
    validUntil,
    submittedAt: now,
    updatedAt: now,
  });
}

/**
 * Takes the signer's next nonce and holds the signer's row until the transaction ends, so that
 * nonces leave no gap: one that rolls back gives its nonce back unseen.
 *
 * @param transactionCount the chain's count, where a signer that is new to us begins
 */
export async function takeNonce(
  tx: Queryable,
  signer: { chainId: number; address: string },
  transactionCount: number,
  now: Date,
): Promise<number> {
  const rows = await tx.$queryRaw<{ taken: number }[]>`
    INSERT INTO signers AS s (chain_id, address, next_nonce, updated_at)
    VALUES (${signer.chainId}, ${signer.address}, ${transactionCount + 1}, ${now})
    ON CONFLICT (chain_id, address)
    DO UPDATE SET next_nonce = s.next_nonce + 1, updated_at = excluded.updated_at
    RETURNING next_nonce - 1 AS taken`;
  const [row] = rows;
  if (row === undefined) throw new Error("The signer's nonce was not returned.");
  return row.taken;
}

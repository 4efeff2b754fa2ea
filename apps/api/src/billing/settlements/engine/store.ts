import { liveStates, payingStates } from "../../../contract/settlement-states.ts";
import type { Queryable } from "../../../db/client.ts";
import { columnsOf } from "../../../db/columns.ts";
import {
  Prisma,
  type Settlement,
  type SettlementTransaction,
} from "../../../db/generated/client.ts";
import type { TrackedSettlement } from "../../../ports/executor.ts";
import type { ChainPosition } from "../../../ports/settlement-chain.ts";

const { sql } = Prisma;

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

/** `signed` holds each transaction as hash, bytes, whether it cancels, and signing time. */
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

/** Finds the settlement at a signer's nonce. In a batch it is the first one. */
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
 * Finds the transactions of other attempts to pay an attempt's invoice. Attempts of the same payer have the same terms,
 * so their events are indistinguishable from its own.
 */
export async function findRivalTransactions(
  db: Queryable,
  { id, invoiceId, payerKey }: Pick<Settlement, "id" | "invoiceId" | "payerKey">,
): Promise<string[]> {
  if (payerKey === null) return [];
  const rivals = await db.settlement.findMany({
    where: { invoiceId, payerKey, id: { not: id } },
    select: { transactionHash: true, transactions: { select: { hash: true } } },
  });
  return rivals.flatMap(({ transactionHash, transactions }) => [
    ...(transactionHash === null ? [] : [transactionHash]),
    ...transactions.map(({ hash }) => hash),
  ]);
}

/**
 * Leases the settlements that are due for a check, oldest first. Other processes skip them until the lease ends.
 *
 * @returns the settlements as read after the claim, without those that were abandoned or changed in between
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

/** Sets the time of the next check, unless another process has changed the settlement and its time since. */
export async function endLease(
  db: Queryable,
  id: string,
  lease: Date,
  at: Date | null,
): Promise<void> {
  await db.settlement.updateMany({ where: { id, nextLookAt: lease }, data: { nextLookAt: at } });
}

/** Stores a confirmed settlement's position on the chain. After a reorganisation it may be in another block. */
export async function updatePosition(
  db: Queryable,
  id: string,
  at: ChainPosition & { readonly nextLookAt: Date | null },
): Promise<void> {
  await db.settlement.updateMany({ where: { id, status: "CONFIRMED" }, data: at });
}

/** Stops the checks of a settlement. */
export async function stopLooking(db: Queryable, id: string): Promise<void> {
  await db.settlement.updateMany({ where: { id }, data: { nextLookAt: null } });
}

/** Stores signed transactions, before any process may send them. */
export async function insertTransactions(
  tx: Queryable,
  transactions: readonly SettlementTransaction[],
): Promise<void> {
  await tx.settlementTransaction.createMany({ data: [...transactions] });
}

/** A transaction that replaces the newest one at a nonce. */
type Replacement = Pick<SettlementTransaction, "hash" | "raw" | "cancels" | "signedAt">;

/** Names the settlements that share a nonce. */
type AtNonce = Pick<Settlement, "chainId" | "signerAddress" | "nonce">;

/**
 * Replaces the newest transaction of a settlement by compare-and-set. The new one is stored before any process may send
 * it, and for all settlements that share the nonce, because it carries them all. A confirmed settlement keeps the
 * transaction that landed as its newest.
 * @param from the hash of the transaction that is replaced
 * @returns false when the newest is another one, or the settlement is confirmed
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
  // After a reorganisation the same bytes may replace the same transaction again.
  await tx.settlementTransaction.createMany({
    data: carried.map((one) => ({ ...replacement, hash, settlementId: one.id })),
    skipDuplicates: true,
  });
  return true;
}

/** Returns whether any settlement at a nonce may still land. */
export async function hasLiveAtNonce(
  db: Queryable,
  { chainId, signerAddress, nonce }: AtNonce,
): Promise<boolean> {
  const where = { chainId, signerAddress, nonce, status: { in: liveStates } };
  return (await db.settlement.findFirst({ where, select: { id: true } })) !== null;
}

/** Records that the provider is about to receive its first request. @returns false when it has received one before */
export async function claimFirstRequest(db: Queryable, id: string): Promise<boolean> {
  const { count } = await db.settlement.updateMany({
    where: { id, providerTransactionState: null },
    data: { providerTransactionState: "REQUESTED" },
  });
  return count === 1;
}

/** Stores the transaction's state at the provider, unless the settlement was decided in the meantime. */
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
    where: { id, status: { in: payingStates } },
    data: told,
  });
}

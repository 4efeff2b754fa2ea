import type { TrackedSettlement } from "../../chain/executor.ts";
import type { ChainPosition } from "../../chain/settlement-terms.ts";
import type { Queryable } from "../../db/client.ts";
import type { Settlement, SettlementTransaction } from "../../db/generated/client.ts";
import { jsonObject, readRecords, recordStatement } from "../../db/json-rows.ts";
import { runStatement } from "../../db/statements.ts";
import { liveStates, payingStates } from "../../schemas/settlement-states.ts";
import { type Claim, claimDue } from "../chain-checks.ts";

/** A settlement with all transactions that were signed for it, the newest first. */
const tracked = jsonObject("settlement", "Settlement", {
  transactions: {
    sql: `(SELECT coalesce(json_agg(json_build_array(hash, settlement_id, raw, cancels, signed_at) ORDER BY signed_at DESC), '[]')
             FROM settlement_transactions WHERE settlement_id = settlement.id)`,
    read: (signed) => (signed as Signed[]).map(asTransaction),
  },
});

type Signed = readonly [string, string, string, boolean, string];

const asTransaction = ([
  hash,
  settlementId,
  raw,
  cancels,
  signedAt,
]: Signed): SettlementTransaction => ({
  hash,
  settlementId,
  raw,
  cancels,
  signedAt: new Date(signedAt),
});

const byId = recordStatement(
  "find_tracked_settlements",
  tracked,
  "FROM settlements settlement WHERE settlement.id = ANY ($1::text[])",
);

export function findTrackedSettlements(
  db: Queryable,
  ids: readonly string[],
): Promise<TrackedSettlement[]> {
  return readRecords(db, byId, [ids]);
}

const atNonce = recordStatement(
  "find_settlement_at_nonce",
  tracked,
  `FROM settlements settlement WHERE chain_id = $1 AND signer_address = $2 AND nonce = $3
   ORDER BY batch_position LIMIT 1`,
);

/** Finds the settlement at a signer's nonce. In a batch it is the first one. */
export async function findSettlementAtNonce(
  db: Queryable,
  { chainId, address }: { readonly chainId: number; readonly address: string },
  nonce: number,
): Promise<TrackedSettlement | null> {
  const [settlement] = await readRecords(db, atNonce, [chainId, address, nonce]);
  return settlement ?? null;
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
export async function claimSettlements(db: Queryable, claim: Claim): Promise<TrackedSettlement[]> {
  const ids = await claimDue(db, "settlements", claim);
  if (ids.length === 0) return [];
  const until = claim.leaseUntil.getTime();
  const settlements = await findTrackedSettlements(db, ids);
  return settlements.filter(({ nextCheckAt }) => nextCheckAt?.getTime() === until);
}

/** Sets the time of the next check, unless another process has changed the settlement and its time since. */
export async function endLease(
  db: Queryable,
  id: string,
  lease: Date,
  at: Date | null,
): Promise<void> {
  await db.settlement.updateMany({ where: { id, nextCheckAt: lease }, data: { nextCheckAt: at } });
}

/** Stores a confirmed settlement's position on the chain. After a reorganization it may be in another block. */
export async function updatePosition(
  db: Queryable,
  id: string,
  at: ChainPosition & { readonly nextCheckAt: Date | null },
): Promise<void> {
  await db.settlement.updateMany({ where: { id, status: "CONFIRMED" }, data: at });
}

/** Stops the checks of a settlement. */
export async function stopLooking(db: Queryable, id: string): Promise<void> {
  await db.settlement.updateMany({ where: { id }, data: { nextCheckAt: null } });
}

const insert = {
  name: "insert_settlement_transactions",
  text: `
  INSERT INTO settlement_transactions (hash, settlement_id, raw, cancels, signed_at)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::timestamptz[])`,
};

/** Stores signed transactions, before any process may send them. */
export async function insertTransactions(
  tx: Queryable,
  transactions: readonly SettlementTransaction[],
): Promise<void> {
  const columns = (["hash", "settlementId", "raw", "cancels", "signedAt"] as const).map((field) =>
    transactions.map((transaction) => transaction[field]),
  );
  await runStatement(tx, insert, columns);
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
     ORDER BY id FOR UPDATE`;
  const open = carried.filter(({ status }) => status !== "CONFIRMED");
  if (!open.some((one) => one.id === id && one.transactionHash === from)) return false;
  await tx.settlement.updateMany({
    where: { id: { in: open.map((one) => one.id) } },
    data: { transactionHash: hash },
  });
  // After a reorganization the same bytes may replace the same transaction again.
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

/**
 * Finds the settlement of a collection under a spending cap; null when it takes its payment in another way, or is the first
 * payment of a checkout, which its payer follows.
 */
export function findCollection(
  db: Queryable,
  id: string,
): Promise<Pick<Settlement, "invoiceId" | "revertedAt"> | null> {
  return db.settlement.findUnique({
    where: { id, collect: "allowance", payerKey: null },
    select: { invoiceId: true, revertedAt: true },
  });
}

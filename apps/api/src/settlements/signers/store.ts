import type { Queryable } from "../../db/client.ts";
import type { Signer } from "../../db/generated/client.ts";
import { runStatement } from "../../db/statements.ts";

export type SignerRow = Signer;

/** An account on a chain. */
export interface SignerId {
  readonly chainId: number;
  readonly address: string;
}

const take = {
  name: "take_nonces",
  text: `
  INSERT INTO signers AS s (chain_id, address, next_nonce, updated_at)
  VALUES ($1, $2, $3::integer + $4::integer, $5)
  ON CONFLICT (chain_id, address)
  DO UPDATE SET next_nonce = s.next_nonce + $4, updated_at = excluded.updated_at
   WHERE s.halted_at IS NULL
  RETURNING next_nonce - $4 AS first`,
};

/**
 * Takes the signer's next nonces and locks the signer's row until the transaction ends. Nonces have no gaps: a
 * transaction that rolls back returns its nonces before anyone has seen them.
 *
 * @param wanted.transactionCount the signer's transaction count on the chain, from which a new signer starts
 * @returns the first nonce; null when the signer has halted
 */
export async function takeNonces(
  tx: Queryable,
  signer: SignerId,
  { count, transactionCount }: { readonly count: number; readonly transactionCount: number },
  now: Date,
): Promise<number | null> {
  const values = [signer.chainId, signer.address, transactionCount, count, now];
  const [row] = await runStatement<{ first: number }>(tx, take, values);
  return row?.first ?? null;
}

/** Halts the signer. @returns false when it had already halted */
export async function haltSigner(db: Queryable, signer: SignerId, now: Date): Promise<boolean> {
  const { count } = await db.signer.updateMany({
    where: { ...signer, haltedAt: null },
    data: { haltedAt: now, updatedAt: now },
  });
  return count === 1;
}

/** Finds the rows of signers. A signer that has never signed has no row. */
export function findSigners(
  db: Queryable,
  chainId: number,
  addresses: readonly string[],
): Promise<SignerRow[]> {
  return db.signer.findMany({ where: { chainId, address: { in: [...addresses] } } });
}

/** The nonce that the chain expects next, as seen at a block. */
export interface ExpectedNonce {
  readonly nonce: number;
  readonly block: bigint;
}

/**
 * Stores the nonce that the chain expects next, if it is new. A lagging node cannot move it back. The wait for a nonce
 * starts once, and only after the nonce was taken.
 */
export async function moveWaitingNonce(
  db: Queryable,
  signer: SignerId,
  { nonce, block }: ExpectedNonce,
  now: Date,
): Promise<void> {
  await db.signer.updateMany({
    where: {
      ...signer,
      nextNonce: { gt: nonce },
      OR: [
        { waitingNonce: null },
        { waitingNonce: { lt: nonce } },
        { waitingNonce: nonce, waitingBlock: null },
      ],
    },
    data: { waitingNonce: nonce, waitingBlock: block, waitingSince: now },
  });
}

/** Restarts the wait for a nonce whose transaction a reorganization has removed. */
export async function restartNonceWait(
  db: Queryable,
  signer: SignerId,
  nonce: number,
  now: Date,
): Promise<void> {
  await db.signer.updateMany({
    where: { ...signer, waitingNonce: { gte: nonce } },
    data: { waitingNonce: nonce, waitingBlock: null, waitingSince: now },
  });
}

/** Finds every signer that has ever signed. */
export function findEverySigner(db: Queryable): Promise<SignerRow[]> {
  return db.signer.findMany({ orderBy: [{ chainId: "asc" }, { address: "asc" }] });
}

/** Ends a halt and skips the nonces that the chain has used. @returns null when the signer had not halted */
export async function resumeSigner(
  db: Queryable,
  { chainId, address }: SignerId,
  transactionCount: number,
  now: Date,
): Promise<SignerRow | null> {
  const { count } = await db.signer.updateMany({
    where: { chainId, address, haltedAt: { not: null } },
    data: { haltedAt: null, updatedAt: now },
  });
  if (count === 0) return null;
  await db.signer.updateMany({
    where: { chainId, address, nextNonce: { lt: transactionCount } },
    data: { nextNonce: transactionCount },
  });
  return db.signer.findUnique({ where: { chainId_address: { chainId, address } } });
}

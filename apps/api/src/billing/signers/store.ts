import type { Queryable } from "../../db/client.ts";
import type { Signer } from "../../db/generated/client.ts";

export type SignerRow = Signer;

/** An account on a chain. */
export interface SignerId {
  readonly chainId: number;
  readonly address: string;
}

/**
 * Takes the signer's next nonces and locks the signer's row until the transaction ends. Nonces leave no gap: a
 * transaction that rolls back returns its nonces before anybody saw them.
 *
 * @param wanted.transactionCount the chain's count, at which a signer that is new to us begins
 * @returns the first of them; null when the signer has halted
 */
export async function takeNonces(
  tx: Queryable,
  signer: SignerId,
  { count, transactionCount }: { readonly count: number; readonly transactionCount: number },
  now: Date,
): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ first: number }[]>`
    INSERT INTO signers AS s (chain_id, address, next_nonce, updated_at)
    VALUES (${signer.chainId}, ${signer.address}, ${transactionCount + count}, ${now})
    ON CONFLICT (chain_id, address)
    DO UPDATE SET next_nonce = s.next_nonce + ${count}::integer, updated_at = excluded.updated_at
     WHERE s.halted_at IS NULL
    RETURNING next_nonce - ${count}::integer AS first`;
  return row?.first ?? null;
}

/** Stops the signer. @returns false when it had halted before */
export async function haltSigner(db: Queryable, signer: SignerId, now: Date): Promise<boolean> {
  const { count } = await db.signer.updateMany({
    where: { ...signer, haltedAt: null },
    data: { haltedAt: now, updatedAt: now },
  });
  return count === 1;
}

/** The rows of some signers; a signer that has signed nothing yet has none. */
export function findSigners(
  db: Queryable,
  chainId: number,
  addresses: readonly string[],
): Promise<SignerRow[]> {
  return db.signer.findMany({ where: { chainId, address: { in: [...addresses] } } });
}

/** The nonce that the chain waits for, as seen at a block. */
export interface Turn {
  readonly nonce: number;
  readonly block: bigint;
}

/**
 * Notes the nonce that the chain has come to, unless it is known. A node that lags behind does not move it
 * back: the wait for a nonce begins once, and not before somebody has taken it.
 */
export async function moveWaitingNonce(
  db: Queryable,
  signer: SignerId,
  { nonce, block }: Turn,
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

/** Restarts the wait for a nonce whose transaction a reorganisation has taken back. */
export async function moveWaitingNonceBack(
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

/** Every signer that has ever signed. */
export function findEverySigner(db: Queryable): Promise<SignerRow[]> {
  return db.signer.findMany({ orderBy: [{ chainId: "asc" }, { address: "asc" }] });
}

/** Ends a halt, and skips the nonces that the chain has used. @returns null when it had not halted */
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

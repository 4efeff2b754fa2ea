import type { SignedTransaction } from "../../chain/settlement-terms.ts";
import type { Queryable } from "../../db/client.ts";
import type { CapRelay, Prisma } from "../../db/generated/client.ts";
import type { Claim } from "../chain-checks.ts";

export async function insertRelay(
  tx: Queryable,
  relay: Prisma.CapRelayUncheckedCreateInput,
): Promise<void> {
  await tx.capRelay.create({ data: relay });
}

/** Counts the relays of a session since a time. */
export const countRelays = (
  db: Queryable,
  checkoutSessionId: string,
  since: Date,
): Promise<number> =>
  db.capRelay.count({ where: { checkoutSessionId, createdAt: { gte: since } } });

/** Whether a relay of a session is not known to be in a final block. @param callData default: whatever it sends */
export async function hasRelayUnderWay(
  db: Queryable,
  checkoutSessionId: string,
  callData?: string,
): Promise<boolean> {
  const same = callData === undefined ? {} : { callData };
  const where = { checkoutSessionId, nextCheckAt: { not: null }, ...same };
  return (await db.capRelay.findFirst({ where, select: { id: true } })) !== null;
}

/** Claims relays that are due, longest due first. */
export async function claimRelays(
  db: Queryable,
  { now, leaseUntil, limit }: Claim,
): Promise<CapRelay[]> {
  const claimed = await db.$queryRaw<{ id: string }[]>`
    WITH due AS MATERIALIZED (
      SELECT id FROM cap_relays WHERE next_check_at <= ${now}
       ORDER BY next_check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE cap_relays SET next_check_at = ${leaseUntil} WHERE id IN (SELECT id FROM due)
    RETURNING id`;
  if (claimed.length === 0) return [];
  const ids = claimed.map(({ id }) => id);
  return db.capRelay.findMany({ where: { id: { in: ids }, nextCheckAt: leaseUntil } });
}

/** Sets the time of the next check, unless another process has claimed the relay since. @param at null: never */
export async function endRelayLease(
  db: Queryable,
  id: string,
  lease: Date,
  at: Date | null,
): Promise<void> {
  await db.capRelay.updateMany({ where: { id, nextCheckAt: lease }, data: { nextCheckAt: at } });
}

type Signed = SignedTransaction & { readonly signedAt: Date };

/** Stores a signed transaction before it is sent. @returns false when the relay has one already */
export async function keepSigned(
  tx: Queryable,
  id: string,
  { hash, raw, signedAt, ...place }: Signed & Pick<CapRelay, "signerAddress" | "nonce">,
): Promise<boolean> {
  const { count } = await tx.capRelay.updateMany({
    where: { id, raw: null },
    data: { ...place, transactionHash: hash, raw, signedAt },
  });
  return count === 1;
}

/** Replaces the transaction of a relay by compare-and-set. @returns false when another process has replaced it */
export async function replaceSigned(
  db: Queryable,
  { id, raw: from }: Pick<CapRelay, "id" | "raw">,
  { hash, raw, signedAt }: Signed,
): Promise<boolean> {
  const { count } = await db.capRelay.updateMany({
    where: { id, raw: from },
    data: { transactionHash: hash, raw, signedAt },
  });
  return count === 1;
}

import type { SignedTransaction } from "../../chain/settlement-terms.ts";
import type { Queryable } from "../../db/client.ts";
import type { CapRelay, Prisma } from "../../db/generated/client.ts";
import { type Claim, claimDue } from "../chain-checks.ts";

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
export async function claimRelays(db: Queryable, claim: Claim): Promise<CapRelay[]> {
  const ids = await claimDue(db, "cap_relays", claim);
  return db.capRelay.findMany({ where: { id: { in: ids }, nextCheckAt: claim.leaseUntil } });
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

/** Locks a relay until the transaction ends. @returns false when it was signed already */
export async function lockUnsigned(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT id FROM cap_relays WHERE id = ${id} AND raw IS NULL FOR UPDATE`;
  return rows.length === 1;
}

type Signed = SignedTransaction & {
  readonly signedAt: Date;
  /** Of the first transaction; the others have the same. */
  readonly signerAddress?: string;
  readonly nonce?: number;
};

/**
 * Stores the first transaction of a relay, or another one, by compare-and-set, before it is sent.
 *
 * @returns false when another process has stored one
 */
export async function storeSigned(
  db: Queryable,
  { id, raw }: Pick<CapRelay, "id" | "raw">,
  { hash, ...signed }: Signed,
): Promise<boolean> {
  const { count } = await db.capRelay.updateMany({
    where: { id, raw },
    data: { ...signed, transactionHash: hash },
  });
  return count === 1;
}

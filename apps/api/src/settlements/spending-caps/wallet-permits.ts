import type { CapTerms, Permit, SignedPermit } from "../../chain/caps.ts";
import type { Collector, Wallet } from "../../chain/collector.ts";
import type { Queryable } from "../../db/client.ts";
import type { WalletPermit } from "../../db/generated/client.ts";
import type { Hex } from "../../kit/evm-fields.ts";
import { larger, smaller } from "../../kit/money.ts";

/* A waiting permit: the allowance that a wallet has signed and that the token has not taken yet. A wallet has one allowance for
 * all its caps, and the token takes its permits one after another. So only the newest permit is kept, which also covers what the
 * one before it was for, and each collection from the wallet sends it. If somebody else sends it first, the allowance is there. */

type Key = Pick<WalletPermit, "payerAddress" | "chainId" | "collectorAddress" | "tokenAddress">;

/** A wallet, as a collector takes from it. */
export const walletAt = (collector: Collector, payer: Hex): Key => ({
  payerAddress: payer.toLowerCase(),
  chainId: BigInt(collector.chainId),
  collectorAddress: collector.contract.toLowerCase(),
  tokenAddress: collector.token.toLowerCase(),
});

/**
 * Stores a permit in the place of the one that was waiting when it was checked.
 *
 * @param seen null: none was waiting
 * @returns false when another one is waiting now
 */
export async function keepPermit(
  tx: Queryable,
  {
    value,
    deadline,
    nonce,
    signature,
    createdAt,
    ...key
  }: Key & Permit & SignedPermit & { readonly createdAt: Date },
  seen: Permit | null,
): Promise<boolean> {
  const permit = { value: String(value), deadline, nonce, signature, createdAt };
  const current = await findPermit(tx, key);
  if (current?.signature === signature) return true;
  if (seen !== null) {
    const was = { value: String(seen.value), nonce: seen.nonce };
    const { count } = await tx.walletPermit.updateMany({ where: { ...key, ...was }, data: permit });
    return count === 1;
  }
  // One whose nonce was used may still be stored.
  await tx.walletPermit.deleteMany({ where: { ...key, nonce: { lt: nonce } } });
  const { count } = await tx.walletPermit.createMany({
    data: { ...key, ...permit },
    skipDuplicates: true,
  });
  return count === 1;
}

/** Finds the permit to send with a collection; null: none is waiting. */
export async function findPermit(
  db: Queryable,
  { payerAddress, chainId, collectorAddress, tokenAddress }: Key,
): Promise<(Permit & SignedPermit) | null> {
  const key = { payerAddress, chainId, collectorAddress, tokenAddress };
  const found = await db.walletPermit.findUnique({
    where: { payerAddress_chainId_collectorAddress_tokenAddress: key },
  });
  if (found === null) return null;
  const { value, deadline, nonce, signature } = found;
  return { value: BigInt(value.toFixed()), deadline, nonce, signature: signature as Hex };
}

/** Finds the permit that waits for its collection; null also if its nonce was used, by it or by another. */
export async function findWaitingPermit(
  db: Queryable,
  collector: Collector,
  payer: Hex,
): Promise<(Permit & SignedPermit) | null> {
  const permit = await findPermit(db, walletAt(collector, payer));
  if (permit === null) return null;
  return (await collector.permitNonceOf(payer)) <= permit.nonce ? permit : null;
}

/** Deletes a permit whose nonce is used in a final block: until then, a reorganization may bring it back. */
export async function forgetUsedPermit(
  db: Queryable,
  collector: Collector,
  payer: Hex,
): Promise<void> {
  const key = walletAt(collector, payer);
  if ((await findPermit(db, key)) === null) return;
  const next = await collector.permitNonceOf(payer, { isFinal: true });
  await db.walletPermit.deleteMany({ where: { ...key, nonce: { lt: next } } });
}

/**
 * What the collector may take under a cap, once a waiting permit is sent, in token units. A permit may be for caps with other
 * sellers too, of which nobody learns before it is on the chain: it counts with no more than this cap's total.
 */
export async function allowanceOf(
  db: Queryable,
  collector: Collector,
  { payer, total }: Pick<CapTerms, "payer" | "total">,
  { allowance }: Pick<Wallet, "allowance">,
): Promise<bigint> {
  const permit = await findWaitingPermit(db, collector, payer);
  return larger(allowance, smaller(permit?.value ?? 0n, total));
}

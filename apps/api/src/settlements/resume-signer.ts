import type { Parts } from "../parts.ts";
import { findEverySigner, resumeSigner as resume, type SignerRow } from "./store.ts";

/** Every signer that has ever signed. */
export function listSigners({ db }: Pick<Parts, "db">): Promise<SignerRow[]> {
  return findEverySigner(db);
}

/**
 * Lets a signer that has halted sign again, after what the chain has of it: whoever does so knows who
 * used its key.
 *
 * @param transactionCount how many transactions of the address are in the chain
 * @returns null when it had not halted, or was never ours
 */
export function resumeSigner(
  { db, clock }: Pick<Parts, "db" | "clock">,
  signer: { readonly chainId: number; readonly address: string },
  transactionCount: number,
): Promise<SignerRow | null> {
  return resume(db, signer, transactionCount, clock.now());
}

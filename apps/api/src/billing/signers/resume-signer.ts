import { noteWrite } from "../../access/audit/note-write.ts";
import { inTransaction } from "../../db/client.ts";
import { newId } from "../../lib/ids.ts";
import { everyone } from "../../lib/tenant.ts";
import type { Parts } from "../../ports/parts.ts";
import { findEverySigner, resumeSigner as resume, type SignerRow } from "./store.ts";

/** Every signer that has ever signed. */
export function listSigners({ db }: Pick<Parts, "db">): Promise<SignerRow[]> {
  return findEverySigner(db);
}

/**
 * Lets a signer that has halted sign again, after the transactions that the chain has of it. The operator who
 * does so knows who used its key.
 *
 * @param transactionCount how many transactions of the address are in the chain
 * @returns null when it had not halted, or is not known
 */
export function resumeSigner(
  { db, clock }: Pick<Parts, "db" | "clock">,
  signer: { readonly chainId: number; readonly address: string },
  transactionCount: number,
): Promise<SignerRow | null> {
  const at = clock.now();
  return inTransaction(db, async (tx) => {
    const resumed = await resume(tx, signer, transactionCount, at);
    if (resumed === null) return null;
    const by = { apiKeyId: "usance signers", tenant: everyone, requestId: newId() };
    await noteWrite(
      { tx, now: at },
      { ...by, operation: "signers.resume" },
      { id: signer.address },
    );
    return resumed;
  });
}

import { inTransaction } from "../../db/client.ts";
import { newId } from "../../kit/ids.ts";
import { everyone } from "../../kit/tenant.ts";
import { noteWrite } from "../../operation/access/audit/note-write.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { findEverySigner, resumeSigner as resume, type SignerRow } from "./store.ts";

/** Lists every signer that has ever signed. */
export function listSigners({ db }: Pick<Parts, "db">): Promise<SignerRow[]> {
  return findEverySigner(db);
}

/**
 * Lets a halted signer sign again, starting after its transactions on the chain. The operator who resumes it must know
 * who used its key.
 *
 * @param transactionCount the number of the address's transactions in the chain
 * @returns null when the signer had not halted, or is unknown
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

import { inTransaction } from "../../db/client.ts";
import type { SettlementTransaction } from "../../db/generated/client.ts";
import type { Hex } from "../../lib/evm-fields.ts";
import type { Parts } from "../../ports/parts.ts";
import type { DirectSender, SignedTransaction } from "../../ports/settlement-chain.ts";
import { replaceTransaction, type TrackedSettlement } from "./store.ts";

/** The transaction that was signed last for a settlement. */
export function newestTransaction({
  id,
  transactionHash,
  transactions,
}: TrackedSettlement): SettlementTransaction {
  const newest = transactions.find(({ hash }) => hash === transactionHash);
  if (newest === undefined) throw new Error(`Settlement ${id} lacks its transaction's bytes.`);
  return newest;
}

/** Offers more for the gas of a settlement's transaction, at the same nonce. */
export async function sendRaised(
  parts: Parts,
  settlement: TrackedSettlement,
  raised: SignedTransaction,
): Promise<void> {
  const { cancels, hash } = newestTransaction(settlement);
  if (!(await keep(parts, settlement, hash, { ...raised, cancels }))) return;
  const { id: settlementId } = settlement;
  parts.log.warn({ settlementId, transactionHash: raised.hash }, "settlement fee raised");
  parts.tally.feeRaised();
  await parts.chain.send(raised.raw);
}

/**
 * Uses a settlement's nonce up by a transfer of nothing, so that those behind it go on. Which of the two
 * lands the chain decides: until a final block shows it, the settlement may still be confirmed.
 *
 * @returns false when the key is not ours any more, or somebody else was quicker
 */
export async function sendCancelling(
  parts: Parts,
  sender: DirectSender,
  settlement: TrackedSettlement,
): Promise<boolean> {
  const newest = newestTransaction(settlement);
  const signer = settlement.signerAddress as Hex;
  const cancelling = await sender.cancel({ signer, raw: newest.raw as Hex });
  if (cancelling === null) return false;
  if (!(await keep(parts, settlement, newest.hash, { ...cancelling, cancels: true }))) return false;
  const { id: settlementId, nonce } = settlement;
  const { hash: transactionHash } = cancelling;
  parts.log.error(
    { settlementId, signer, transactionHash, ...(nonce !== null && { nonce }) },
    "ALARM: a settlement's transaction reaches no block: its nonce is freed",
  );
  parts.tally.nonceFreed();
  await parts.chain.send(cancelling.raw);
  return true;
}

/** Stored before it is sent, like the first. @returns false when somebody else was quicker */
function keep(
  { db, clock }: Parts,
  settlement: TrackedSettlement,
  instead: string,
  transaction: SignedTransaction & { readonly cancels: boolean },
): Promise<boolean> {
  return inTransaction(db, (tx) =>
    replaceTransaction(tx, settlement, instead, { ...transaction, signedAt: clock.now() }),
  );
}

import { CallReverted } from "../chain/settlement-chain.ts";
import { inTransaction, type Queryable } from "../db/client.ts";
import { acceptsSettlement, holdInvoice } from "../invoices/get-invoice.ts";
import type { Parts } from "../parts.ts";
import { announceSettlement } from "./announce-settlement.ts";
import { prepareDirect } from "./direct-execution.ts";
import { invoiceNotOpen } from "./errors.ts";
import { refuseSettlement } from "./fail-settlement.ts";
import { lookAt } from "./looks.ts";
import { prepareProvider } from "./provider-execution.ts";
import { moveSettlement, type TrackedSettlement } from "./store.ts";
import { termsOf } from "./terms.ts";

/** Stores, in the transaction that it is given, what sending a settlement takes. */
export type Commit = (tx: Queryable, id: string, now: Date) => Promise<Submission>;

/** What a submitted settlement has beyond a pending one. */
type Submission = Pick<
  TrackedSettlement,
  | "executor"
  | "signerAddress"
  | "nonce"
  | "transactionHash"
  | "providerKey"
  | "validUntil"
  | "submittedBlock"
  | "transactions"
>;

/**
 * Takes a `PENDING` settlement to the chain's door. The call is simulated and priced outside any
 * transaction; then one commit stores all that is needed to send it. Many may try at once: the
 * compare-and-set lets one through, and the nonce of the others is never taken.
 *
 * @returns the settlement as it is to be sent; null when it is not, or when somebody else does
 * @throws ChainUnavailable when the chain could not be asked; the settlement is still `PENDING`
 */
export async function submit(
  parts: Parts,
  settlement: TrackedSettlement,
): Promise<TrackedSettlement | null> {
  try {
    const commit = await prepare(parts, settlement);
    return await inTransaction(parts.db, async (tx) => {
      const now = parts.clock.now();
      // Held before the signer's row, which every settlement wants, and as everywhere else.
      const invoice = await holdInvoice(tx, settlement.invoiceId);
      if (!acceptsSettlement(invoice, now)) throw new CallReverted(invoiceNotOpen.message);
      const { transactions, ...submission } = await commit(tx, settlement.id, now);
      const moved = await moveSettlement(tx, settlement.id, "submit", {
        ...submission,
        chainId: parts.chain.chainId,
        contractAddress: parts.chain.contract,
        tokenAddress: parts.chain.token,
        submittedAt: now,
        nextLookAt: lookAt("SUBMITTED", now),
        updatedAt: now,
      });
      if (!moved) throw new AlreadySubmitted();
      await announceSettlement(tx, "settlement.submitted", settlement.id, now);
      return { ...settlement, ...submission, transactions, status: "SUBMITTED" };
    });
  } catch (error) {
    if (error instanceof CallReverted) await refuseSettlement(parts, settlement.id, error.message);
    else if (!(error instanceof AlreadySubmitted)) throw error;
    return null;
  }
}

const prepare = (parts: Parts, settlement: TrackedSettlement): Promise<Commit> =>
  parts.sender.kind === "direct"
    ? prepareDirect(parts, parts.sender, termsOf(settlement))
    : prepareProvider(parts, parts.sender, termsOf(settlement));

/** Rolls back the nonce of whoever came second. */
class AlreadySubmitted extends Error {
  override readonly name = "AlreadySubmitted";
}

import { CallReverted } from "../chain/settlement-chain.ts";
import { inTransaction } from "../db/client.ts";
import { acceptsSettlement, holdInvoice } from "../invoices/get-invoice.ts";
import type { Parts } from "../parts.ts";
import { announceSettlement } from "./announce-settlement.ts";
import { invoiceNotOpen } from "./errors.ts";
import { refuseSettlement } from "./fail-settlement.ts";
import { type SettlementRow, submitSettlement, takeNonce } from "./store.ts";
import { termsOf } from "./terms.ts";

/**
 * Takes a `PENDING` settlement to the chain's door. The call is simulated and priced outside any
 * transaction; then one commit takes the nonce, signs and stores the bytes. Many may try at once:
 * the compare-and-set lets one through, and the nonce of the others is never taken.
 *
 * @throws ChainUnavailable when the chain could not be asked; the settlement is still `PENDING`
 */
export async function submit(parts: Parts, settlement: SettlementRow): Promise<void> {
  const { chain, clock, db } = parts;
  const call = await chain.prepare(termsOf(settlement)).catch((error: unknown) => {
    if (error instanceof CallReverted) return error;
    throw error;
  });
  if (call instanceof CallReverted) {
    await refuseSettlement(parts, settlement.id, call.message);
    return;
  }

  const now = clock.now();
  const signer = { chainId: chain.chainId, address: chain.signer };
  await inTransaction(db, async (tx) => {
    // Held before the signer's row, which every settlement wants, and as everywhere else.
    const invoice = await holdInvoice(tx, settlement.invoiceId);
    if (!acceptsSettlement(invoice, now)) throw new InvoiceClosed();
    const nonce = await takeNonce(tx, signer, call.transactionCount, now);
    const signed = await chain.sign(call, nonce);
    const { chainId, contract, token, signer: address } = chain;
    const called = { chainId, contract, token, validUntil: call.validUntil };
    const submission = { ...signed, ...called, signer: address, nonce };
    if (!(await submitSettlement(tx, settlement.id, submission, now))) throw new AlreadySubmitted();
    await announceSettlement(tx, "settlement.submitted", settlement.id, now);
  }).catch(async (error: unknown) => {
    if (error instanceof InvoiceClosed) {
      await refuseSettlement(parts, settlement.id, invoiceNotOpen.message);
    } else if (!(error instanceof AlreadySubmitted)) throw error;
  });
}

/** The invoice's time was up before anything was signed: what is not sent in time never pays it. */
class InvoiceClosed extends Error {
  override readonly name = "InvoiceClosed";
}

/** Rolls back the nonce of whoever came second. */
class AlreadySubmitted extends Error {
  override readonly name = "AlreadySubmitted";
}

import { randomUUID } from "node:crypto";
import { askChain } from "../../chain/ports/ask-chain.ts";
import type { SettledTerms } from "../../chain/ports/refunder.ts";
import type { Settlement } from "../../db/generated/client.ts";
import { newId } from "../../kit/ids.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import type { Writing } from "../../operation/work.ts";
import { paymentNotConfirmed, walletNotRefundable } from "../../schemas/credit-notes.ts";
import { findConfirmedOfInvoice } from "../store.ts";
import { nextLookAtRefund } from "./look-at-refund.ts";
import { settledTerms } from "./refund-terms.ts";
import { type CreditNoteRow, insertRefund, moveCreditNote } from "./store.ts";

/** A payment that the contract can give back. */
interface RefundablePayment {
  readonly settlement: Settlement;
  readonly settled: SettledTerms;
  readonly validUntil: bigint;
}

/**
 * Asks the chain whether the payment of an invoice can be refunded to its wallet. It runs before any transaction.
 *
 * @throws Refusal 409 when it cannot, 503 when the chain does not answer
 */
export async function requireRefundable(
  { db, chain, refunder }: Pick<Parts, "db" | "chain" | "refunder">,
  invoiceId: string,
): Promise<RefundablePayment> {
  const settlement = await findConfirmedOfInvoice(db, invoiceId);
  if (settlement === null) throw new Refusal(paymentNotConfirmed);
  if (settlement.chainId !== BigInt(chain.chainId)) throw new Refusal(walletNotRefundable);
  const settled = settledTerms(settlement, chain);
  const start = await askChain(refunder.start(settled));
  if (start === null) throw new Refusal(walletNotRefundable);
  return { settlement, settled, ...start };
}

/**
 * Starts the refund of a credit note to the wallet that paid, in a transaction that holds the invoice.
 *
 * @throws Refusal 409 when the payment was taken back since the chain was asked
 */
export async function refundToWallet(
  { tx, clock, chain, refunder }: Pick<Writing, "tx" | "clock" | "chain" | "refunder">,
  { id, invoiceId, amount }: CreditNoteRow,
  { settlement, settled, validUntil }: RefundablePayment,
): Promise<void> {
  const now = clock.now();
  const confirmed = await findConfirmedOfInvoice(tx, invoiceId);
  if (confirmed?.id !== settlement.id) throw new Refusal(paymentNotConfirmed);
  if (!(await moveCreditNote({ tx, now }, id, "start"))) {
    throw new Error("The lock on the invoice keeps its credit notes as they are.");
  }
  await insertRefund(tx, {
    id: newId(),
    creditNoteId: id,
    destination: "WALLET",
    status: "PENDING",
    amount,
    linkToken: randomUUID().replaceAll("-", ""),
    chainId: chain.chainId,
    contractAddress: refunder.contract,
    registryAddress: settled.registry,
    tokenAddress: settled.token,
    settlementId: settlement.id,
    payerAddress: settled.payer,
    validUntil,
    startBlock: confirmed.blockNumber, // no refund can be older
    nextLookAt: nextLookAtRefund("PENDING", now, now),
    createdAt: now,
    updatedAt: now,
  });
}

import { giveCredit } from "../../balances/grant-credit.ts";
import { findBalanceOf } from "../../balances/load-balance.ts";
import type { SettledTerms } from "../../chain/ports/refunder.ts";
import { askChain } from "../../chain/ports/settlement-chain.ts";
import type { Settlement } from "../../db/generated/client.ts";
import { findHeldInvoice } from "../../invoices/invoice-records.ts";
import { newId } from "../../kit/ids.ts";
import { Refusal } from "../../kit/refusal.ts";
import { newLinkToken } from "../../kit/tokens.ts";
import { write } from "../../operation/define.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import type { Writing } from "../../operation/work.ts";
import {
  creditNoteNotFound,
  creditNoteNotRefundable,
  NewRefund,
  noBalanceToRefund,
  OneCreditNote,
  paymentNotConfirmed,
  walletNotRefundable,
} from "../../schemas/credit-notes.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import { findConfirmedOfInvoice } from "../store.ts";
import { announceCreditNote, loadCreditNote, loadCreditNoteRow } from "./credit-notes.ts";
import { nextCheckAtRefund, settledTerms } from "./look-at-refund.ts";
import { type CreditNoteRow, insertRefund, moveCreditNote } from "./store.ts";

/**
 * Credits the amount of a credit note to the subscriber's balance, in a transaction that holds the invoice.
 *
 * @throws Refusal 409 when the subscriber has no balance for the service
 */
async function refundToBalance(
  { tx, time, checkoutUrl, emails }: Pick<Writing, "tx" | "time" | "checkoutUrl" | "emails">,
  creditNote: CreditNoteRow,
): Promise<void> {
  const { id, amount, reason, serviceId, userId, invoiceId } = creditNote;
  const balanceId = await findBalanceOf(tx, serviceId, userId);
  if (balanceId === null) throw new Refusal(noBalanceToRefund);
  const now = await time();
  if (!(await moveCreditNote({ tx, now }, id, "credit"))) {
    throw new Error("The lock on the invoice keeps its credit notes as they are.");
  }
  const credit = { amount, reason: `Refund: ${reason}`, refundedInvoiceId: invoiceId };
  await insertRefund(tx, {
    id: newId(),
    creditNoteId: id,
    destination: "BALANCE",
    status: "CONFIRMED",
    amount,
    balanceId,
    balanceCreditId: await giveCredit({ tx, now }, balanceId, credit),
    confirmedAt: now,
    createdAt: now,
    updatedAt: now,
  });
  await announceCreditNote({ tx, now, checkoutUrl, emails }, "credit_note.refunded", id);
}

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
async function requireRefundable(
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
async function refundToWallet(
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
    linkToken: newLinkToken(),
    chainId: chain.chainId,
    contractAddress: refunder.contract,
    registryAddress: settled.registry,
    tokenAddress: settled.token,
    settlementId: settlement.id,
    payerAddress: settled.payer,
    validUntil,
    startBlock: confirmed.blockNumber, // no refund can be older
    nextCheckAt: nextCheckAtRefund("PENDING", now, now),
    createdAt: now,
    updatedAt: now,
  });
}

export const refundCreditNote = write("POST /credit-notes/{creditNoteId}/refund", {
  name: "creditNotes.refund",
  summary: "Refund a credit note",
  description:
    "Refunds the amount of an `ISSUED` credit note, once. A refund to the subscriber's prepaid balance is credited immediately, as credit that does not expire. For a refund to the wallet that paid the invoice, your own wallet pays: open the refund's `url` within a day and pay there. The service watches the chain, and the credit note becomes `REFUNDED` once the contract's event `RefundRecorded` is confirmed. The invoice stays `PAID`. The events `credit_note.refunded` and `credit_note.refund_failed` report the result.",
  refusals: {
    creditNoteNotFound,
    creditNoteNotRefundable: creditNoteNotRefundable("REFUNDED"),
    paymentNotConfirmed,
    noBalanceToRefund,
    walletNotRefundable,
    chainDoesNotAnswer,
  },
  transaction: "own",
  input: NewRefund,
  output: OneCreditNote,
  run: async (work, { creditNoteId, to }) => {
    const { invoiceId, status } = await loadCreditNoteRow(work, creditNoteId);
    // The chain is asked before the transaction. Whether the credit note can be refunded is decided inside.
    const payment =
      to === "WALLET" && status === "ISSUED" ? await requireRefundable(work, invoiceId) : null;
    const { creditNote } = await work.commit(async (inside) => {
      const held = await holdRefundable(inside, creditNoteId, invoiceId);
      if (to === "BALANCE") await refundToBalance(inside, held);
      else if (payment === null) throw new Refusal(creditNoteNotRefundable(status));
      else await refundToWallet(inside, held, payment);
      return { creditNote: { id: held.id, serviceId: held.serviceId } };
    });
    return { creditNote: await loadCreditNote(work, creditNote.id) };
  },
});

/** Locks the invoice, so that no reorganization takes its payment back meanwhile, and no other call refunds it. */
async function holdRefundable(
  { tx, tenant }: Pick<Writing, "tx" | "tenant">,
  creditNoteId: string,
  invoiceId: string,
) {
  const invoice = await findHeldInvoice({ tx, tenant }, invoiceId);
  const creditNote = await loadCreditNoteRow({ db: tx, tenant }, creditNoteId);
  const { status } = creditNote;
  if (status !== "ISSUED") throw new Refusal(creditNoteNotRefundable(status));
  if (invoice?.status !== "PAID") throw new Refusal(paymentNotConfirmed);
  return creditNote;
}

import { giveCredit } from "../../balances/grant-credit.ts";
import { findBalanceOf } from "../../balances/load-balance.ts";
import { askChain } from "../../chain/chain-errors.ts";
import type { SettledTerms } from "../../chain/refund-outcome.ts";
import type { Settlement } from "../../db/generated/client.ts";
import { findHeldInvoice, peekInvoice } from "../../invoices/invoice-records.ts";
import { oneOf } from "../../kit/fields.ts";
import { newId } from "../../kit/ids.ts";
import { Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import { newLinkToken } from "../../kit/tokens.ts";
import { write } from "../../operation/define.ts";
import type { SettlementParts } from "../../operation/ports/parts.ts";
import type { Writing } from "../../operation/work.ts";
import {
  CreditNoteId,
  creditNoteNotFound,
  OneCreditNote,
  paymentNotConfirmed,
  refundDestinations,
} from "../../schemas/credit-notes.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import type { CreditNoteState } from "../../schemas/states.ts";
import { findConfirmedOfInvoice } from "../store.ts";
import { nextCheckAtRefund, settledTerms } from "./check-refund.ts";
import { announceCreditNote, loadCreditNote, loadCreditNoteRow } from "./credit-notes.ts";
import { type CreditNoteRow, insertRefund, moveCreditNote, sumWalletRefunds } from "./store.ts";

export const noBalanceToRefund: RefusalTerms = {
  kind: "conflict",
  code: "no_balance_to_refund",
  param: "to",
  message: "The subscriber has no balance for this service.",
  meaning: "A refund to a balance credits the subscriber's prepaid balance, which does not exist.",
  remedy: "Create the balance with `POST /balances`, or refund to the wallet.",
};

/**
 * Credits the amount of a credit note to the subscriber's balance, in a transaction that holds the invoice.
 *
 * @throws Refusal 409 when the subscriber has no balance for the service
 */
export async function refundToBalance(
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

export const walletNotRefundable: RefusalTerms = {
  kind: "conflict",
  code: "wallet_not_refundable",
  param: "to",
  message: "The payment cannot be refunded to its wallet on this chain.",
  meaning:
    "The payment was recorded on another chain, or this chain cannot have the refund contract.",
  remedy: "Refund to the subscriber's balance, or pay the subscriber outside the service.",
};

export const moreThanWalletPaid: RefusalTerms = {
  kind: "conflict",
  code: "refund_exceeds_wallet_payment",
  param: "to",
  message: "The wallet paid less than its refunds would be.",
  meaning: "Some of the invoice, or all of it, was paid from the subscriber's prepaid balance.",
  remedy: "Refund to the subscriber's balance.",
};

/**
 * Asks the chain whether the payment of an invoice can be refunded to its wallet. It runs before any transaction.
 *
 * @throws Refusal 409 when it cannot, 503 when the chain does not answer
 */
export async function requireRefundable(
  { db, chain, refunder }: SettlementParts,
  invoiceId: string,
): Promise<RefundablePayment> {
  const settlement = await findConfirmedOfInvoice(db, invoiceId);
  if (settlement === null) {
    const isPaid = (await peekInvoice({ db }, invoiceId))?.status === "PAID";
    throw new Refusal(isPaid ? moreThanWalletPaid : paymentNotConfirmed);
  }
  if (settlement.chainId !== BigInt(chain.chainId)) throw new Refusal(walletNotRefundable);
  const settled = settledTerms(settlement);
  const start = await askChain(refunder.start(settled));
  if (start === null) throw new Refusal(walletNotRefundable);
  return { settlement, settled, ...start };
}

/**
 * Starts the refund of a credit note to the wallet that paid, in a transaction that holds the invoice.
 *
 * @throws Refusal 409 when the payment was taken back since the chain was asked, or was less than its refunds would be
 */
export async function refundToWallet(
  { tx, clock, chain, refunder }: Pick<Writing, "tx" | "clock" | "chain" | "refunder">,
  { id, invoiceId, amount }: CreditNoteRow,
  { settlement, settled, validUntil }: RefundablePayment,
): Promise<void> {
  const now = clock.now();
  const confirmed = await findConfirmedOfInvoice(tx, invoiceId);
  if (confirmed?.id !== settlement.id) throw new Refusal(paymentNotConfirmed);
  const refunded = await sumWalletRefunds(tx, settlement.id);
  if (refunded.plus(amount).gt(confirmed.amount)) throw new Refusal(moreThanWalletPaid);
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

const creditNoteNotRefundable = (status: CreditNoteState): RefusalTerms => ({
  kind: "conflict",
  code: "credit_note_not_refundable",
  message: `Credit note is ${status}.`,
  pattern: "Credit note is <status>.",
  meaning:
    "A credit note can be refunded once. An `APPLIED` one lowered the amount due, so there is no payment to refund.",
  remedy: "Read the credit note: its `refund` has the status of the refund.",
});

const NewRefund = CreditNoteId.extend({
  to: oneOf(refundDestinations).meta({
    description:
      "`BALANCE`: credits the subscriber's prepaid balance immediately. `WALLET`: your wallet pays USDC to the wallet that paid the invoice; the response has the address of the page on which you pay",
    example: "BALANCE",
  }),
});

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
    moreThanWalletPaid,
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

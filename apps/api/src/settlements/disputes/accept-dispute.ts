import type { z } from "zod";
import type { Invoice } from "../../db/generated/client.ts";
import { correctEvents, correctionRefusals } from "../../invoices/corrections/correct-events.ts";
import { voidUnpaid } from "../../invoices/end-invoice.ts";
import { amountDue, getInvoiceRecord, holdInvoices } from "../../invoices/invoice-records.ts";
import { loadInvoice } from "../../invoices/load-invoice.ts";
import { decimal, omittable, oneOf, optionalName } from "../../kit/fields.ts";
import { Amount } from "../../kit/money.ts";
import { Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import type { Writing } from "../../operation/work.ts";
import { paymentNotConfirmed, refundDestinations } from "../../schemas/credit-notes.ts";
import { DisputeId, disputeNotFound, OneDispute } from "../../schemas/disputes.ts";
import { chainDoesNotAnswer, settlementInProgress } from "../../schemas/settlements.ts";
import { takeNextBillNumber } from "../../subscriptions/store.ts";
import { findUsageEventsByKey } from "../../usage/store.ts";
import type { UsageEventRow } from "../../usage/usage-event-json.ts";
import {
  creditHeldInvoice,
  moreThanBilled,
  nothingWouldBeDue,
  requireCreditable,
} from "../credit-notes/create-credit-note.ts";
import { loadCreditNoteRow } from "../credit-notes/credit-notes.ts";
import {
  moreThanWalletPaid,
  noBalanceToRefund,
  refundToBalance,
  refundToWallet,
  requireRefundable,
  walletNotRefundable,
} from "../credit-notes/refund-credit-note.ts";
import { answerDispute, disputeClosed, loadDispute } from "./disputes.ts";
import type { DisputeRow } from "./store.ts";

const amountUnknown: RefusalTerms = {
  kind: "conflict",
  code: "dispute_amount_unknown",
  param: "amount",
  message:
    "amount is required: a disputed event was voided since, or no stored rate card prices one.",
  meaning:
    "The dispute's `amount` is null; or it counts an event that was corrected in another way, and may have been credited.",
  remedy: "Send the `amount` to credit; 0 for none.",
};

const aboveDispute: RefusalTerms = {
  kind: "conflict",
  code: "amount_above_dispute",
  param: "amount",
  message: "amount must not be more than the dispute's.",
  meaning: "The correction of the disputed events does not explain so much.",
  remedy: "Omit `amount`, and create a credit note for what you give beyond it.",
};

const nothingToRefund: RefusalTerms = {
  kind: "conflict",
  code: "nothing_to_refund",
  param: "refundTo",
  message: "refundTo requires a PAID invoice and an amount to credit.",
  meaning: "Nobody has paid what would be refunded, or it is 0.",
  remedy: "Omit `refundTo`.",
};

const Acceptance = DisputeId.extend({
  amount: omittable(decimal()).meta({
    description:
      "Amount to credit, in USDC, at most the dispute's. Default: the dispute's `amount`, but at most what is left to credit. What is missing of it, later bills credit if the invoice has a `billNumber`",
    example: "2.500000",
  }),
  refundTo: omittable(oneOf(refundDestinations)).meta({
    description:
      "Refunds the credited amount of a `PAID` invoice in the same transaction, as `POST /credit-notes/{creditNoteId}/refund` does. Default: no refund; you can start it later",
    example: "BALANCE",
  }),
  answer: optionalName(500).meta({
    description: "A word to the payer, in one line. Default: none",
    example: "Sorry: these were counted twice",
  }),
});

type Terms = Omit<z.output<typeof Acceptance>, "disputeId">;

export const acceptDispute = write("POST /disputes/{disputeId}/accept", {
  name: "disputes.accept",
  cost: "small",
  summary: "Accept a dispute",
  description:
    "`OPEN` → `ACCEPTED`, in one transaction: voids the disputed usage events, records the claimed quantities instead, creates a credit note and, if you ask for it, starts its refund. An `OPEN` invoice of which nothing would be due is voided; one that is `VOID` or `EXPIRED` needs no credit. The credit has a number among the bills of the subscription if the invoice has one, so later bills count it. Events that were voided already stay as they are. The scope `disputes:write` is enough for all of this. The event `dispute.accepted` reports it.",
  refusals: {
    disputeNotFound,
    disputeClosed: disputeClosed("DECLINED"),
    amountUnknown,
    aboveDispute,
    moreThanBilled,
    settlementInProgress,
    ...correctionRefusals,
    nothingToRefund,
    paymentNotConfirmed,
    noBalanceToRefund,
    walletNotRefundable,
    moreThanWalletPaid,
    nothingWouldBeDue,
    chainDoesNotAnswer,
  },
  transaction: "own",
  input: Acceptance,
  output: OneDispute,
  run: async (work, { disputeId, ...terms }) => {
    const { invoiceId, status } = await loadDispute(work, disputeId);
    const { refundTo } = terms;
    if (status === "OPEN" && refundTo !== undefined) {
      const invoice = await getInvoiceRecord(work, invoiceId);
      if (invoice.status !== "PAID") throw new Refusal(nothingToRefund);
    }
    // The chain is asked before the transaction.
    const payment =
      status === "OPEN" && refundTo === "WALLET" ? await requireRefundable(work, invoiceId) : null;
    await work.commit(async (inside) => {
      const held = await holdOpen(inside, disputeId);
      const { dispute, events } = held;
      const creditNoteId = await credit(inside, held, terms);
      const quantities = new Map(
        dispute.usageEvents.map(({ eventKey, claimedQuantity: claimed }) => [
          eventKey,
          claimed === null ? null : new Amount(claimed),
        ]),
      );
      await correctEvents(inside, events, { reason: "Disputed by the payer", quantities });
      if (refundTo !== undefined) {
        if (creditNoteId === null) throw new Refusal(nothingToRefund);
        const note = await loadCreditNoteRow(
          { db: inside.tx, tenant: inside.tenant },
          creditNoteId,
        );
        if (note.status !== "ISSUED") throw new Refusal(nothingToRefund);
        if (payment === null) await refundToBalance(inside, note);
        else await refundToWallet(inside, note, payment);
      }
      const answered = { answer: terms.answer ?? null, creditNoteId };
      await answerDispute(inside, disputeId, "accept", answered);
      return { dispute: { id: dispute.id, serviceId: dispute.serviceId } };
    });
    return { dispute: await loadDispute(work, disputeId) };
  },
});

interface Held {
  readonly dispute: DisputeRow;
  readonly invoice: Invoice;
  readonly events: readonly UsageEventRow[];
}

/** Locks a dispute's invoice, and those of its events, so that no payment and no other answer comes between. */
async function holdOpen(work: Writing, disputeId: string): Promise<Held> {
  const { tx, tenant } = work;
  const { invoiceId, usageEvents } = await loadDispute({ db: tx, tenant }, disputeId);
  const { subscriptionId } = await loadInvoice(work, invoiceId); // applies a due expiry
  if (subscriptionId === null) throw new Error("An invoice that bills usage has a subscription.");
  const keys = usageEvents.map(({ eventKey }) => ({ subscriptionId, eventKey, tenant }));
  const events = (await findUsageEventsByKey(tx, keys)).filter((event) => event !== null);
  const invoiceIds = new Set([invoiceId, ...events.flatMap((event) => event.invoiceId ?? [])]);
  const held = await holdInvoices({ tx }, [...invoiceIds]);
  const dispute = await loadDispute({ db: tx, tenant }, disputeId);
  if (dispute.status !== "OPEN") throw new Refusal(disputeClosed(dispute.status));
  return { dispute, invoice: held(invoiceId), events };
}

/**
 * Credits what a locked invoice bills too much.
 *
 * @returns the id of the credit note; null if it needs none
 */
async function credit(
  work: Writing,
  { dispute, invoice, events }: Held,
  { amount, answer }: Terms,
): Promise<string | null> {
  const { id, status, billNumber, subscriptionId } = invoice;
  if (status === "EXPIRED" && !(await work.endAttempts(work, id, "The invoice was disputed."))) {
    throw new Refusal(settlementInProgress);
  }
  if (status !== "OPEN" && status !== "PAID") return null;
  const most = dispute.amount && new Amount(dispute.amount.toFixed());
  if (amount !== undefined && most !== null && amount.gt(most)) throw new Refusal(aboveDispute);
  const isChanged = events.some((event) => event.void !== null);
  const asked = amount ?? (isChanged ? null : most);
  if (asked === null) throw new Refusal(amountUnknown);
  const left = new Amount(invoice.amount.toFixed()).minus(invoice.credited.toFixed());
  if (amount?.gt(left)) throw new Refusal(moreThanBilled);
  const credited = Amount.min(asked, left);
  if (credited.isZero()) return null;
  if (
    status === "OPEN" &&
    credited.gte(amountDue(invoice).plus(invoice.paidFromBalance.toFixed()))
  ) {
    await voidUnpaid(work, id);
    return null;
  }
  const isBeforePayment = await requireCreditable(work, invoice, credited);
  const number =
    billNumber === null || subscriptionId === null
      ? undefined
      : await takeNextBillNumber(work.tx, subscriptionId);
  const reason = reasonWith(answer);
  const terms = { amount: credited, reason, billNumber: number, isBeforePayment };
  // The e-mail about the dispute says what was credited.
  return creditHeldInvoice({ ...work, now: await work.time(), emails: null }, invoice, terms);
}

/** The reason of the credit note, with the answer if that is short enough. */
function reasonWith(answer: string | undefined): string {
  const reason = `Disputed usage: ${answer}`;
  return answer === undefined || reason.length > 200 ? "Disputed usage" : reason;
}

import type { Invoice, Settlement } from "../db/generated/client.ts";
import { amountDue } from "../invoices/invoice-records.ts";
import { inUsdc, onDate } from "../notify/emails/letters/letter.ts";
import { inWords } from "../pages/payments/payment-state.ts";
import { factsOf } from "../schemas/settlement-states.ts";
import { pricesNotSigned } from "../schemas/settlements.ts";

/** What decides why an invoice is not paid. */
export interface Facts {
  readonly invoice: Invoice;
  /** The payment in progress or confirmed, or else the newest; null: none was tried. */
  readonly payment: Settlement | null;
  /** The spending limit of the invoice's subscription; null: none was signed. */
  readonly cap: {
    readonly state: "ACTIVE" | "REVOKED" | "EXPIRED" | "OUTDATED" | "OTHER_CONTRACT";
    /** Whether the invoice was refused under it, because its prices were not signed. */
    readonly isRefused: boolean;
  } | null;
  /** Since when the subscriber disputes the bill; null: there is no open dispute. */
  readonly disputedSince: Date | null;
  /** Whether the invoice can be paid on its page, or what is missing for that. */
  readonly page: "READY" | "NO_PAYOUT_ADDRESS" | "NO_COLLECTOR";
}

/** The codes of the reasons. */
export const whyCodes = [
  "paid",
  "paid_from_balance",
  "draft",
  "void",
  "expired",
  "nothing_due",
  "payment_pending",
  "payment_submitted",
  "payment_timed_out",
  "payment_failed",
  "collection_failed",
  "collection_due",
  "prices_not_signed",
  "cap_unusable",
  "no_payout_address",
  "page_takes_no_payments",
  "not_paid_yet",
] as const;

/** Why an invoice is not paid, or how it was, and what the seller can do. */
export interface Why {
  readonly code: (typeof whyCodes)[number];
  readonly reason: string;
  readonly remedies: string[];
}

const sendLink = "Send the subscriber the invoice's link to pay.";
const newCap = "Ask the subscriber to sign a new spending limit in the portal.";
const newInvoice = "If it is still owed, create a new invoice: this one can no longer be paid.";
const waitForFinal = "Wait until the block is final. Then the invoice can be paid again.";
const wait = "Wait for the chain. Nobody should pay in another way meanwhile.";

/** Explains why an invoice is not paid. */
export function whyUnpaid(facts: Facts): Why {
  const { invoice, payment } = facts;
  switch (invoice.status) {
    case "PAID":
      return payment?.status === "CONFIRMED"
        ? why("paid", "The payment is recorded on the chain, and the invoice is paid.")
        : why("paid_from_balance", "It was paid from the subscriber's prepaid balance.");
    case "VOID":
      return why("void", "The invoice was voided before anyone paid.", newInvoice);
    case "DRAFT":
      return why(
        "draft",
        "The invoice is a draft: it cannot be paid yet.",
        "Finalize the invoice, so that it can be paid.",
      );
    default:
      if (payment !== null && factsOf(payment.status).verdict === null) return underWay(payment);
      if (invoice.status === "EXPIRED") return expired(facts);
      return withOthers(facts, whyOpen(facts));
  }
}

const why = (code: Why["code"], reason: string, ...remedies: string[]): Why => ({
  code,
  reason,
  remedies,
});

/** The chain has not decided about a payment. */
function underWay({ status }: Settlement): Why {
  if (status === "PENDING") {
    return why("payment_pending", "A payment was started. The service sends it within seconds.");
  }
  if (status === "SUBMITTED") {
    return why(
      "payment_submitted",
      "A payment was sent, and its transaction is waiting for a block. If that takes long, the service sends it again with a higher fee. The payer never pays twice.",
    );
  }
  return why(
    "payment_timed_out",
    "A payment was sent, but the chain did not confirm it in time. It may still arrive, so the service keeps checking.",
    wait,
  );
}

function expired({ payment }: Facts): Why {
  const failed = payment === null ? "" : ` The last attempt failed: ${failureOf(payment)}`;
  return why("expired", `Nobody paid before the invoice expired.${failed}`, newInvoice);
}

/** Why an open invoice is not paid for which no payment is in progress. */
function whyOpen({ invoice, payment, cap, page }: Facts): Why {
  if (amountDue(invoice).isZero()) {
    return why("nothing_due", "Nothing is due for the invoice: there is nothing to pay.");
  }
  if (cap?.state === "ACTIVE" && cap.isRefused) {
    const remedy = "Create a credit note that lowers the invoice to the signed prices.";
    return why("prices_not_signed", pricesNotSigned.message, newCap, sendLink, remedy);
  }
  if (payment?.collect === "allowance") return collectionFailed(invoice, payment, cap);
  if (payment !== null) {
    const { collect, payerKey, status } = payment;
    const reason = `The last payment did not go through: ${failureOf(payment)}`;
    const isHeld = payerKey === null && factsOf(status).holdsInvoice;
    if (isHeld) return why("payment_failed", reason, waitForFinal);
    const again = collect === null ? ["Start the settlement again."] : [];
    return why("payment_failed", reason, sendLink, ...again);
  }
  if (cap !== null) return collectionDue(invoice, cap);
  if (page === "NO_PAYOUT_ADDRESS") {
    return why(
      "no_payout_address",
      "Nobody can pay on the invoice's page, because the service has no payout address.",
      "Set the payout address of the service, then send the subscriber the invoice's link.",
    );
  }
  if (page === "NO_COLLECTOR") {
    return why(
      "page_takes_no_payments",
      "Nobody has paid yet. The invoice's page takes no payments here: this service records payments that are made elsewhere.",
      "Ask the subscriber to pay, then create the settlement.",
    );
  }
  const { dueAt } = invoice;
  const until = dueAt === null ? "" : ` It can be paid until ${onDate(dueAt)}.`;
  return why("not_paid_yet", `Nobody has paid yet.${until}`, sendLink);
}

function collectionFailed(invoice: Invoice, payment: Settlement, cap: Facts["cap"]): Why {
  const { collectAt, billNumber } = invoice;
  const isEnded = cap !== null && cap.state !== "ACTIVE";
  const next = isEnded
    ? endOf[cap.state]
    : collectAt !== null
      ? `The next attempt is on ${onDate(collectAt)}.`
      : billNumber !== null
        ? "The biller makes up to seven attempts in ten days."
        : "The service makes no further attempt.";
  const remedy =
    isEnded || /CapExceeded/.test(payment.failure ?? "")
      ? newCap
      : `Ask the subscriber to have ${inUsdc(amountDue(invoice))} in the wallet, which the collector may take.`;
  const reason = `The invoice could not be collected under the spending limit: ${failureOf(payment)} ${next}`;
  return why("collection_failed", reason, remedy, sendLink);
}

/** Why nothing is collected under a cap. */
const endOf = {
  REVOKED: "The subscriber has revoked the spending limit.",
  EXPIRED: "The spending limit has ended.",
  OUTDATED: "The payout address of the service has changed since the spending limit was signed.",
  OTHER_CONTRACT: "The spending limit was signed for a contract that is no longer used.",
};

/** Nothing was tried under the cap yet. */
function collectionDue({ collectAt, billNumber }: Invoice, cap: NonNullable<Facts["cap"]>): Why {
  if (cap.state !== "ACTIVE") {
    const reason = `${endOf[cap.state]} Nothing is collected under it, and nobody has paid otherwise.`;
    return why("cap_unusable", reason, newCap, sendLink);
  }
  const reason =
    collectAt !== null
      ? `It is collected under the subscriber's spending limit on ${onDate(collectAt)}.`
      : billNumber !== null
        ? "The subscriber has signed a spending limit: the biller collects the invoice when it runs."
        : "The subscriber has signed a spending limit, but nobody has collected the invoice under it yet.";
  const collect = "Create a settlement with `collect`, which collects it now.";
  return why("collection_due", reason, ...(collectAt === null ? [collect] : []), sendLink);
}

/** Why a payment failed. While its block is not final, it may still be recorded. */
function failureOf({ failure, status }: Settlement): string {
  const words = inWords(failure ?? "The settlement failed.");
  const isWatched = factsOf(status).mayBeRecorded;
  return isWatched ? `${words} The service keeps checking until the block is final.` : words;
}

/** Adds what also matters: a part that was paid, and a dispute, during which the invoice stays due. */
function withOthers({ invoice, disputedSince }: Facts, { code, reason, remedies }: Why): Why {
  const { paidFromBalance: paid, amount } = invoice;
  const part =
    paid.isZero() || code === "nothing_due"
      ? ""
      : ` ${inUsdc(paid)} of ${inUsdc(amount)} were paid from the prepaid balance; ${inUsdc(amountDue(invoice))} are still due.`;
  if (disputedSince === null) return { code, reason: `${reason}${part}`, remedies };
  const dispute = ` The subscriber has disputed the bill on ${onDate(disputedSince)}, and has no answer yet.`;
  const answer = "Accept or decline the dispute.";
  return { code, reason: `${reason}${part}${dispute}`, remedies: [answer, ...remedies] };
}

import { isZero } from "@usance/ui";
import type {
  CreditNote,
  Dispute,
  Invoice,
  InvoiceStatus,
  SettlementStatus,
} from "../api/records.ts";

type Kind = "good" | "late" | "bad" | "now" | "off";
type Words = readonly [kind: Kind, words: string];

export const invoiceWords: Readonly<Record<InvoiceStatus, Words>> = {
  DRAFT: ["off", "Draft"],
  OPEN: ["late", "Open"],
  PAID: ["good", "Paid"],
  VOID: ["off", "Void"],
  EXPIRED: ["bad", "Expired"],
};

export const settlementWords: Readonly<Record<SettlementStatus, Words>> = {
  PENDING: ["now", "Pending"],
  SUBMITTED: ["now", "Processing"],
  CONFIRMED: ["good", "Confirmed"],
  FAILED: ["bad", "Failed"],
};

/** The states of credit notes. */
const creditNoteWords: Readonly<Record<CreditNote["status"], Words>> = {
  APPLIED: ["good", "Applied"],
  ISSUED: ["late", "To refund"],
  REFUNDING: ["now", "Refund processing"],
  REFUNDED: ["good", "Refunded"],
};

export const disputeWords: Readonly<Record<Dispute["status"], Words>> = {
  OPEN: ["late", "Open"],
  ACCEPTED: ["good", "Accepted"],
  DECLINED: ["off", "Declined"],
};

const others: Readonly<Record<string, Words>> = {
  ACTIVE: ["good", "Active"],
  CANCELLED: ["off", "Cancelled"],
  ENDED: ["off", "Ended"],
  FROZEN: ["bad", "Frozen"],
  DISABLED: ["bad", "Disabled"],
  ENABLED: ["good", "Enabled"],
  DELIVERED: ["good", "Delivered"],
  EXPIRED: ["off", "Expired"],
  READY: ["good", "Ready"],
  ADVANCING: ["now", "Advancing"],
  NOTHING_DUE: ["off", "Nothing due"],
};

/** The state of an invoice as people see it: nothing is due of an open one of zero. */
export const shownStatus = ({
  status,
  amountDue,
}: Pick<Invoice, "status" | "amountDue">): string =>
  status === "OPEN" && isZero(amountDue) ? "NOTHING_DUE" : status;

/** The words of a state that one noun has, or several; a state that is not here is shown as it is. */
export const wordsOf = (status: string): Words => all[status] ?? ["off", status];

const all: Readonly<Record<string, Words>> = {
  ...others,
  ...invoiceWords,
  ...settlementWords,
  ...creditNoteWords,
  ...disputeWords,
};

import type { CreditNote } from "../../../db/generated/client.ts";
import { type Detail, inUsdc, type Told } from "./letter.ts";

/** The lines of an invoice, each with its amount; of very many the first ones. */
function linesOf({ lines, _count }: Told): Detail[] {
  const shown = lines.map(({ description, amount }) => ({
    label: description,
    value: inUsdc(amount),
  }));
  const others = _count.lines - lines.length;
  return others > 0
    ? [...shown, { label: `${others} more lines`, value: "on the invoice's page" }]
    : shown;
}

/** The lines with the amount credited before the payment and the amount due; empty without a credit note. */
function creditOf({ creditedBeforePayment, amountDue }: Told): Detail[] {
  if (creditedBeforePayment.isZero()) return [];
  return [
    { label: "Credited", value: inUsdc(creditedBeforePayment) },
    { label: "Due", value: inUsdc(amountDue) },
  ];
}

/** What all e-mails about an invoice say of it. */
export function invoiceDetails(told: Told): Detail[] {
  const { service, paymentPlan, amount } = told;
  return [
    { label: "Service", value: service.name },
    { label: "Plan", value: paymentPlan.name },
    ...linesOf(told),
    { label: "Amount", value: inUsdc(amount) },
    ...creditOf(told),
  ];
}

/** A transaction on the chain, with a link if there is an explorer; nothing without a transaction. */
export function transactionDetail(hash: string | null, explorerUrl: string | null): Detail[] {
  if (hash === null) return [];
  const url = explorerUrl === null ? undefined : `${explorerUrl}/tx/${hash}`;
  return [{ label: "Transaction", value: hash, url }];
}

/** What all e-mails about a credit note say of it. */
export function creditNoteDetails(
  { service, paymentPlan, amount }: Told,
  creditNote: Pick<CreditNote, "amount" | "reason">,
): Detail[] {
  return [
    { label: "Service", value: service.name },
    { label: "Plan", value: paymentPlan.name },
    { label: "Invoice", value: inUsdc(amount) },
    { label: "Credited", value: inUsdc(creditNote.amount) },
    { label: "Reason", value: creditNote.reason },
  ];
}

/** Why the reader gets an e-mail about an invoice. */
export function footerOf({ service }: Told): string {
  const seller = service.owner.name;
  const by = seller === null ? "" : ` by ${seller}`;
  return `You get this e-mail because ${service.name}${by} bills this address. Nobody will ask you for a password or a recovery phrase: you sign in your own wallet.`;
}

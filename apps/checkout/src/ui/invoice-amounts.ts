import { difference, isZero } from "@usance/ui";
import type { Invoice } from "../api/answers.ts";
import { type Payable, paidOf } from "../api/payable.ts";

/** How the lines of an invoice become what is due or, once it is paid, what was paid. */
export interface InvoiceAmounts {
  /** What is billed. */
  readonly subtotal: string;
  /** What credit notes took off before the payment. */
  readonly credited: string;
  readonly fromBalance: string;
  /** What a wallet pays or has paid; what the balance has paid, if that is all of it. */
  readonly total: string;
  readonly totalName: "Amount due" | "Amount paid" | "Amount" | "Paid from your balance";
}

type Billed = Pick<Invoice, "amount" | "amountDue" | "paidFromBalance">;

const names: Readonly<Record<Payable["status"], InvoiceAmounts["totalName"]>> = {
  PENDING: "Amount due",
  PAID: "Amount paid",
  DRAFT: "Amount",
  EXPIRED: "Amount",
  CANCELLED: "Amount",
};

/** Computes what the page of an invoice shows as its sum. */
export function amountsOf(
  payable: Pick<Payable, "payment" | "amountDue" | "chain" | "status">,
  { amount, amountDue, paidFromBalance }: Billed,
): InvoiceAmounts {
  const credited = difference(difference(amount, paidFromBalance), amountDue);
  const parts = { subtotal: amount, credited };
  if (isZero(amountDue) && !isZero(paidFromBalance)) {
    return {
      ...parts,
      fromBalance: "0",
      total: paidFromBalance,
      totalName: "Paid from your balance",
    };
  }
  const { amount: total } = paidOf(payable);
  return { ...parts, fromBalance: paidFromBalance, total, totalName: names[payable.status] };
}

import { amountText } from "../words/money.ts";
import { Term } from "./terms.tsx";

const words = {
  APPLIED: "applied to what is due",
  ISSUED: "credited",
  REFUNDING: "refund processing",
  REFUNDED: "given back",
} as const;

interface CreditNote {
  /** A decimal string of USDC. */
  readonly amount: string;
  readonly reason: string;
  readonly status: keyof typeof words;
}

/** The credit notes of an invoice and their refunds. */
export const CreditTerms = ({ creditNotes }: { readonly creditNotes: readonly CreditNote[] }) =>
  Array.from(creditNotes.entries(), ([place, { amount, reason, status }]) => (
    <Term key={place} name="Credit">
      −{amountText(amount)} USDC, {words[status]}: {reason}
    </Term>
  ));

import type { Invoice } from "../db/generated/client.ts";
import { Amount } from "../kit/money.ts";

/**
 * What a payment of an invoice has to be, in USDC: its amount, less the credit notes that were created before it was
 * paid. It cannot change while the invoice has a live settlement.
 */
export function amountDue({
  amount,
  creditedBeforePayment,
}: Pick<Invoice, "amount" | "creditedBeforePayment">): Amount {
  return new Amount(amount.toFixed()).minus(creditedBeforePayment.toFixed());
}

import type {
  Checkout,
  CheckoutPayment,
  Invoice,
  Prepared,
  PrepareInput,
  ToPay,
} from "./answers.ts";
import type { BrandedService } from "./branded-service.ts";

/* A page takes a payment for a checkout session or an invoice. These types describe both in the same way. */

export type Kind = "checkout" | "invoice";

/** The facts about either of them that a page needs to take its payment. */
export type Payable = Pick<
  Checkout,
  | "id"
  | "expiresAt"
  | "seller"
  | "paymentPlan"
  | "rateCards"
  | "amountDue"
  | "takesEmail"
  | "successUrl"
  | "cancelUrl"
  | "nextCharge"
  | "chain"
  | "terms"
  | "payment"
  | "outcome"
> & {
  readonly service: BrandedService;
  /** `PENDING`: it can be paid. `DRAFT`: not yet. */
  readonly status: Checkout["status"] | "DRAFT";
  /** The other facts that an invoice's page shows. */
  readonly invoice: Invoice | null;
};

export type WalletPayment = CheckoutPayment;

export interface PaymentStatus {
  readonly status: Payable["status"];
  readonly terms: Payable["terms"];
  readonly payment: WalletPayment | null;
}

export type { Prepared };

/** A signed payment for the record with this id. */
export type PayInput = Omit<ToPay, "checkoutSessionId"> & { readonly id: string };

/** The four calls of the page. Each rejects with an ApiError, or with its signal's reason. */
export interface PaymentApi {
  view(id: string, signal: AbortSignal): Promise<Payable>;
  status(id: string, signal: AbortSignal): Promise<PaymentStatus>;
  prepare(input: PrepareInput, signal: AbortSignal): Promise<Prepared>;
  pay(input: PayInput, signal: AbortSignal): Promise<PaymentStatus>;
}

/** The amount and address of the current or completed payment; without one, those of the amount due. */
export function paidOf({
  payment,
  amountDue,
  chain,
}: Pick<Payable, "payment" | "amountDue" | "chain">): {
  readonly amount: string;
  readonly merchantAddress: string | null;
} {
  return payment === null || payment.status === "FAILED"
    ? { amount: amountDue, merchantAddress: chain?.merchantAddress ?? null }
    : payment;
}

export const kindOf = ({ invoice }: Pick<Payable, "invoice">): Kind =>
  invoice === null ? "checkout" : "invoice";

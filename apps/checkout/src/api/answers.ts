import type { TRPCClient } from "@trpc/client";
import type { AppRouter } from "@usance/api";

/* What the service answers at checkouts and invoice links, and what it takes. */

type CheckoutProcedures = TRPCClient<AppRouter>["checkout"];

export type Checkout = Awaited<ReturnType<CheckoutProcedures["view"]["query"]>>["checkout"];
export type CheckoutPayment = NonNullable<Checkout["payment"]>;
export type Prepared = Awaited<
  ReturnType<CheckoutProcedures["prepare"]["mutate"]>
>["preparedCheckout"];
type ToPrepare = Parameters<CheckoutProcedures["prepare"]["mutate"]>[0];
export type PrepareInput = Omit<ToPrepare, "checkoutSessionId"> & { readonly id: string };
export type ToPay = Parameters<CheckoutProcedures["pay"]["mutate"]>[0];

type InvoiceProcedures = TRPCClient<AppRouter>["invoiceLinks"];

export type Invoice = Awaited<ReturnType<InvoiceProcedures["view"]["query"]>>["invoice"];
export type InvoiceStatus = Awaited<
  ReturnType<InvoiceProcedures["status"]["query"]>
>["invoiceStatus"];

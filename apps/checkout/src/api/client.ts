import { createTRPCClient, httpLink, type TRPCClient } from "@trpc/client";
import type { AppRouter } from "@usance/api";
import { apiErrorOf } from "./api-error.ts";

type Procedures = TRPCClient<AppRouter>["checkout"];

export type Checkout = Awaited<ReturnType<Procedures["view"]["query"]>>["checkout"];
export type CheckoutStatus = Awaited<ReturnType<Procedures["status"]["query"]>>["checkoutStatus"];
export type CheckoutPayment = NonNullable<Checkout["payment"]>;
export type PreparedCheckout = Awaited<
  ReturnType<Procedures["prepare"]["mutate"]>
>["preparedCheckout"];
type PrepareInput = Parameters<Procedures["prepare"]["mutate"]>[0];
export type PayInput = Parameters<Procedures["pay"]["mutate"]>[0];

/** The four calls of the page. Each rejects with an ApiError, or with what its signal was aborted with. */
export interface CheckoutApi {
  view(checkoutSessionId: string, signal: AbortSignal): Promise<Checkout>;
  status(checkoutSessionId: string, signal: AbortSignal): Promise<CheckoutStatus>;
  prepare(input: PrepareInput, signal: AbortSignal): Promise<PreparedCheckout>;
  pay(input: PayInput, signal: AbortSignal): Promise<CheckoutStatus>;
}

const timeoutMs = 20_000;

/** @param apiUrl where the API is; empty where the page is */
export function checkoutApi(apiUrl: string): CheckoutApi {
  const { checkout } = createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${apiUrl}/trpc` })],
  });
  const call = async <Answer>(
    signal: AbortSignal,
    ask: (options: { signal: AbortSignal }) => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      return await ask({ signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
    } catch (error) {
      signal.throwIfAborted();
      throw apiErrorOf(error);
    }
  };
  return {
    view: async (checkoutSessionId, signal) =>
      (await call(signal, (options) => checkout.view.query({ checkoutSessionId }, options)))
        .checkout,
    status: async (checkoutSessionId, signal) =>
      (await call(signal, (options) => checkout.status.query({ checkoutSessionId }, options)))
        .checkoutStatus,
    prepare: async (input, signal) =>
      (await call(signal, (options) => checkout.prepare.mutate(input, options))).preparedCheckout,
    pay: async (input, signal) =>
      (await call(signal, (options) => checkout.pay.mutate(input, options))).checkoutStatus,
  };
}

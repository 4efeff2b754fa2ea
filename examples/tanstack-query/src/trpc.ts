import { createTRPCClient, httpBatchLink, type TRPCClientError } from "@trpc/client";
import type { inferRouterOutputs } from "@trpc/server";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { AppRouter } from "@usance/api";

type Answers = inferRouterOutputs<AppRouter>;
export type Subscription = Answers["subscriptions"]["list"]["subscriptions"][number];
export type Invoice = Answers["invoices"]["list"]["invoices"][number];

export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();

/** Asks this page's own server, which has the API key. What is asked for at once goes in one request. */
export const client = createTRPCClient<AppRouter>({
  links: [httpBatchLink({ url: "/trpc", maxItems: 50, maxURLLength: 8_000 })],
});

/** Whether a query that failed is worth another try: what was refused is refused again. */
export function isWorthAnotherTry(failures: number, error: Error): boolean {
  const { data } = error as TRPCClientError<AppRouter>;
  return failures < 3 && (data == null || data.httpStatus >= 500);
}

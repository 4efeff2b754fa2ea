import { useTRPC } from "../src/trpc.ts";

/* What must not compile with TanStack Query. It is compiled, here and as a consumer, and never run. */

export function useWrongCalls() {
  const trpc = useTRPC();
  // @ts-expect-error there is no such status
  trpc.invoices.list.queryOptions({ status: "OWED" });
  // @ts-expect-error invoiceId is missing
  trpc.invoices.get.queryOptions({});
  // @ts-expect-error what writes is no query
  trpc.invoices.void.queryOptions({ invoiceId: "i" });
  // @ts-expect-error what reads is no mutation
  trpc.invoices.get.mutationOptions();
  // @ts-expect-error it is no list, and goes on nowhere
  trpc.invoices.get.infiniteQueryOptions({ invoiceId: "i" });
  // @ts-expect-error there is no such field
  trpc.invoices.get.queryOptions({ invoiceId: "i" }, { select: ({ invoice }) => invoice.price });
}

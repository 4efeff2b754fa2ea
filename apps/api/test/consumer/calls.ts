import { createTRPCClient, httpBatchLink, type TRPCClientError } from "@trpc/client";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@usance/api";

/* Code that must compile for users of the package, and code that must not. It is compiled and never run. */

const links = [httpBatchLink({ url: "https://billing.example.com/trpc" })];
const usance = createTRPCClient<AppRouter>({ links });
const of = { serviceId: "s", paymentPlanId: "p", userId: "u" };

/* An answer is the body, and its amounts are text. */
const { invoice } = await usance.invoices.create.mutate({ ...of, amount: "12.5", status: "OPEN" });
const amount: string = invoice.amount;
const dueAt: string | null = invoice.dueAt;
const { settlement, chain } = await usance.settlements.create.mutate({
  invoiceId: invoice.id,
  referenceHash: "0x5e",
  payerAddress: "0x70",
  merchantAddress: "0x3C",
});
const status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED" = settlement.status;
const { ok, apiRoot } = await usance.health.query();
const fine: true = ok;
// @ts-expect-error it is a string
const number: number = invoice.amount;
// @ts-expect-error unknown field
invoice.price;
// @ts-expect-error unknown status
if (invoice.status === "OWED") invoice.id;
// @ts-expect-error it may be null
const day: string = settlement.invoice.paidAt;

/* Required fields are required, and unknown ones are refused. */
// @ts-expect-error amount is missing
await usance.invoices.create.mutate(of);
// @ts-expect-error invoiceId is missing
await usance.invoices.get.query({});
// @ts-expect-error it takes one object
await usance.invoices.get.query("k3v9x2m7q1t8w5z4b6n0c8r1");
// @ts-expect-error unknown field
await usance.services.create.mutate({ name: "Weather API", color: "blue" });
// @ts-expect-error unknown status
await usance.invoices.list.query({ status: "OWED" });
// @ts-expect-error unknown operation
await usance.invoices.delete.mutate({ invoiceId: "i" });
// @ts-expect-error unknown noun
await usance.customers.list.query();
// @ts-expect-error a query has no mutate
await usance.invoices.get.mutate({ invoiceId: "i" });
// @ts-expect-error a mutation has no query
await usance.invoices.void.query({ invoiceId: "i" });
// @ts-expect-error it has no subscription
usance.invoices.list.subscribe();

/* Types of records, lists that go on, errors. */
type UsageEvent = inferRouterOutputs<AppRouter>["usageEvents"]["list"]["usageEvents"][number];
const wanted: inferRouterInputs<AppRouter>["usageEvents"]["list"] = { subscriptionId: "b" };
const { usageEvents, nextCursor } = await usance.usageEvents.list.query(wanted);
await usance.usageEvents.list.query({ ...wanted, cursor: nextCursor });
const first: UsageEvent | undefined = usageEvents[0];
// @ts-expect-error a number is not allowed
await usance.usageEvents.list.query({ limit: true });
try {
  await usance.services.list.query();
} catch (error) {
  const { data, message } = error as TRPCClientError<AppRouter>;
  const httpStatus: number | undefined = data?.httpStatus;
  const path: string | undefined = data?.path;
  const hint: string | undefined = data?.hint;
  if (data?.code === "NOT_FOUND") [httpStatus, path, hint, message satisfies string];
  // @ts-expect-error unknown code
  if (data?.code === "GONE") data.path;
  // @ts-expect-error a stack never leaves the service
  data?.stack;
}

export const all = [amount, dueAt, chain.executor, status, fine, apiRoot, number, day, first];

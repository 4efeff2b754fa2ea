import {
  billHash,
  type Component,
  type Invoice,
  type InvoiceCreateParams,
  type InvoiceListResponse,
  type List,
  RateLimitedError,
  rate,
  type Service,
  type Settlement,
  type UsageEvent,
  type UsageEventResult,
  type UsanceEvent,
  usanceClient,
  verifyBill,
  webhooks,
} from "@usance/sdk";

/* What compiles for who uses the package, and what must not. It is compiled, and never run. */

const usance = usanceClient({ baseUrl: "https://billing.example.com", apiKey: "key" });
const of = { serviceId: "s", paymentPlanId: "p", userId: "u" };
const usage = { serviceId: "s", subscriptionId: "b", userId: "u", eventKey: "k" };

/* An answer is the record, or the body where that has more. */
const invoice: Invoice = await usance.invoices.create({ ...of, amount: "12.5", status: "OPEN" });
const amount: string = invoice.amount;
const results: UsageEventResult[] = await usance.usageEvents.batch({
  usageEvents: [{ ...usage, quantity: "1" }],
});
const { settlement, chain } = await usance.settlements.create({
  invoiceId: invoice.id,
  referenceHash: "0x5e",
  payerAddress: "0x70",
  merchantAddress: "0x3C",
});
const confirmed: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED" = settlement.status;
const gas: string | null = chain.transactionHash;
const decided: Settlement = await usance.settlements.wait(
  { settlementId: settlement.id },
  { timeoutMs: 600_000, signal: AbortSignal.timeout(1_000) },
);
// @ts-expect-error it is a method of settlements
usance.waitForSettlement;
// @ts-expect-error it is the record itself
invoice.invoice;
// @ts-expect-error there is no such status
if (invoice.status === "OWED") invoice.id;

/* An amount is a decimal string. */
// @ts-expect-error a number is no exact decimal
await usance.invoices.create({ ...of, amount: 12.5 });
// @ts-expect-error nor for what was used
await usance.usageEvents.create({ ...usage, quantity: 250 });
// @ts-expect-error nor in a batch
await usance.usageEvents.batch({ usageEvents: [{ ...usage, quantity: 250 }] });
// @ts-expect-error nor as a charge
await usance.usageEvents.create({ ...usage, quantity: "250", balanceId: "b", charge: 0.1 });
const cap = { perPeriod: 25 };
// @ts-expect-error nor as a cap
await usance.checkout.prepare({ checkoutSessionId: "c", payerAddress: "0x70", cap });
// @ts-expect-error nor in an answer
const number: number = invoice.amount;

/* A hash or an address in an answer is hex; inputs take any string. */
const transactionHash: `0x${string}` | null = decided.transactionHash;
const service: Service = await usance.services.create({
  name: "Weather API",
  payoutAddress: String("0x70"),
});
const payoutAddress: `0x${string}` | null = service.payoutAddress;

/* A type has a name. */
const params: InvoiceCreateParams = { ...of, amount: "1" };
const page: InvoiceListResponse = await usance.invoices.list();

/* What is needed is asked for, and nothing else is taken. */
// @ts-expect-error amount is missing
await usance.invoices.create(of);
// @ts-expect-error invoiceId is missing
await usance.invoices.get({});
// @ts-expect-error it takes one object
await usance.invoices.get("k3v9x2m7q1t8w5z4b6n0c8r1");
// @ts-expect-error there is no such field
await usance.services.create({ name: "Weather API", color: "blue" });
// @ts-expect-error there is no such status
await usance.invoices.list({ status: "OWED" });
// @ts-expect-error there is no such operation
await usance.invoices.delete({ invoiceId: "i" });
// @ts-expect-error an event type that there is not
await usance.webhookEndpoints.create({ url: "https://example.com", events: ["invoice.eaten"] });
// @ts-expect-error a resource cannot be replaced
usance.invoices = usance.services;

/* How a call is made. */
const { signal } = new AbortController();
const headers = { "X-Request-Id": "order-7" };
await usance.health({}, { signal, timeoutMs: 1_000, maxRetries: 0, idempotencyKey: "k", headers });
await usance.invoices.void({ invoiceId: "i" }, { signal: undefined });
// @ts-expect-error a key is text
await usance.invoices.void({ invoiceId: "i" }, { idempotencyKey: 7 });
// @ts-expect-error there is no such option
await usance.health({}, { retries: 3 });

/* A list is a page, or all records. */
const list: List<{ usageEvents: UsageEvent[]; nextCursor: string | null }, UsageEvent> =
  usance.usageEvents.list({ subscriptionId: "b", limit: 100 });
for await (const { eventKey, quantity } of list) [eventKey, quantity] satisfies string[];
const { usageEvents, nextCursor } = await list;
await usance.usageEvents.list({ subscriptionId: "b", cursor: nextCursor });
const first: UsageEvent | undefined = usageEvents[0];
// @ts-expect-error its records are not invoices
for await (const { dueAt } of list) [dueAt];
// @ts-expect-error a page is no array
for (const one of await list) [one];

/* Errors are of their status. */
try {
  await usance.health();
} catch (error) {
  if (error instanceof RateLimitedError) {
    const limited: 429 = error.status;
    const seconds: number | null = error.retryAfter;
    [limited, seconds];
    // @ts-expect-error it is 429
    if (error.status === 404) error.message;
  }
}

/* A webhook's type says what is in it. */
const event: UsanceEvent = await webhooks.verify("{}", new Headers(), "whsec_");
if (event.type === "invoice.paid") {
  const paid: string = event.data.invoice.id;
  [paid];
  // @ts-expect-error it is about an invoice
  event.data.settlement;
}
// @ts-expect-error there is no such event
if (event.type === "invoice.eaten") event.id;
const signed: Record<string, string> = await webhooks.sign("{}", "whsec_", { id: "e" });
// @ts-expect-error the id is signed too
await webhooks.sign("{}", "whsec_");

/* A batcher tells what came of each event. */
const batcher = usance.usageEvents.batcher({
  maxEvents: 100,
  onResult: (result, { eventKey }) => {
    if ("error" in result) result.error satisfies string;
    else result.usageEvent.quantity satisfies string;
    eventKey satisfies string;
  },
});
await batcher.add({ ...usage, quantity: "1" });
await batcher.close({ signal });
// @ts-expect-error what came of an event cannot go unheard
usance.usageEvents.batcher({ maxEvents: 100 });
// @ts-expect-error a number is no exact decimal
await batcher.add({ ...usage, quantity: 1 });

/* A rate card is rated here as the service quotes it, and an answer's card too. */
const components: Component[] = [
  { type: "VOLUME", description: "Requests", tiers: [{ upTo: null, unitAmount: "0.0025" }] },
];
const card = await usance.rateCards.create({ paymentPlanId: "p", components });
const rated: string = rate(card.components, [{ prefix: "requests", quantity: "1" }]).amount;
const quoted: string = (await usance.quotes.create({ subscriptionId: "s", components })).amount;
// @ts-expect-error a tier has a price
components.push({ type: "VOLUME", description: "Requests", tiers: [{ upTo: null }] });
// @ts-expect-error a number is no exact decimal
components.push({ type: "FLAT", description: "Fee", amount: 10 });

const proof = await usance.invoices.proof({ invoiceId: "i" });
const hash: `0x${string}` = billHash(proof.bill);
const used = { eventKey: "requests:1", quantity: "1", occurredAt: "2026-01-31T12:00:00Z" };
const [finding] = await verifyBill(proof, [[used]]);
const found: string | undefined = finding?.words;
export const all = [
  ...[amount, results, confirmed, gas, number, first, signed, hash, found, rated, quoted],
  ...[transactionHash, payoutAddress, params, page],
];

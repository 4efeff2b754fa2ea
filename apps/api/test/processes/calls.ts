import { randomBytes } from "node:crypto";
import { documentedFetch } from "../harness/documented.ts";
import { merchantAddress, newReference, payerAddress } from "../harness/story.ts";

/** A running service, by its address and a key. */
export interface Address {
  readonly url: string;
  readonly key: string;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read what the service sends, whatever it is
type Body = any;

export async function call(
  { url, key }: Address,
  method: "GET" | "POST",
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: Body; headers: Headers }> {
  const response = await documentedFetch(`${url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** Makes a call that must succeed. @returns its body */
async function done(to: Address, path: string, body: object): Promise<Body> {
  const answer = await call(to, "POST", path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The records that an invoice needs: a service, a plan, and a user with a subscription. */
export interface Subscriber {
  readonly serviceId: string;
  readonly paymentPlanId: string;
  readonly userId: string;
  readonly subscriptionId: string;
}

/** @returns its id */
export async function newService(to: Address, fields: object = {}): Promise<string> {
  const { service } = await done(to, "/services", {
    name: "Weather API",
    status: "ACTIVE",
    owner: { email: `dev-${randomBytes(4).toString("hex")}@example.com` },
    ...fields,
  });
  return service.id;
}

/** @param planFields fields of the plan that differ from the default */
export async function newSubscriber(to: Address, planFields: object = {}): Promise<Subscriber> {
  const some = randomBytes(4).toString("hex");
  const serviceId = await newService(to);
  const { plan } = await done(to, `/services/${serviceId}/plans`, {
    name: "Metered",
    pricingType: "USAGE_BASED",
    amount: "0.0025",
    ...planFields,
  });
  const session = await done(to, "/checkout-sessions", {
    serviceId,
    paymentPlanId: plan.id,
  });
  const { checkoutSession } = await done(
    to,
    `/checkout-sessions/${session.checkoutSession.id}/complete`,
    { user: { email: `payer-${some}@example.com` } },
  );
  const [{ id: subscriptionId, userId }] = checkoutSession.subscriptions;
  return { serviceId, paymentPlanId: plan.id, userId, subscriptionId };
}

export async function newInvoice(to: Address, of: Subscriber): Promise<{ readonly id: string }> {
  return (await done(to, "/invoices", { ...of, amount: "0.625", status: "OPEN" })).invoice;
}

export interface NewSettlement {
  readonly invoiceId: string;
  readonly referenceHash: string;
  readonly payerAddress: string;
  readonly merchantAddress: string;
}

/** Creates an invoice with its records. @returns the input that settles it */
export async function newSettlement(to: Address): Promise<NewSettlement> {
  const invoice = await newInvoice(to, await newSubscriber(to));
  return { invoiceId: invoice.id, referenceHash: newReference(), payerAddress, merchantAddress };
}

/** A settlement that the chain has confirmed. */
export async function settled(to: Address): Promise<{ id: string; transactionHash: string }> {
  return (await done(to, "/settlements", await newSettlement(to))).settlement;
}

/** Sends one JSON-RPC request to a chain. @returns its result */
export async function rpc(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: object };
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

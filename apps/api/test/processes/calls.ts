import { randomBytes } from "node:crypto";
import { type SettlementCreateParams, usanceClient } from "@usance/sdk";
import { aSubscriber, settlementOf } from "../harness/a-subscriber.ts";
import { documentedFetch } from "../harness/documented.ts";

/** A running service, by its address and a key. */
export interface Address {
  readonly url: string;
  readonly key: string;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read what the service sends, whatever it is
type Body = any;

export async function call(
  { url, key }: Address,
  method: "GET" | "POST" | "PUT",
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

const clientOf = ({ url, key }: Address) =>
  usanceClient({ baseUrl: url, apiKey: key, fetch: documentedFetch });

/** The records that an invoice needs: a service, a plan, and a user with a subscription. */
export interface Subscriber {
  readonly serviceId: string;
  readonly paymentPlanId: string;
  readonly userId: string;
  readonly subscriptionId: string;
}

/** @returns its id */
export async function newService(to: Address, fields: object = {}): Promise<string> {
  const owner = { email: `dev-${randomBytes(4).toString("hex")}@example.com` };
  const usual = { name: "Weather API", status: "ACTIVE", owner } as const;
  return (await clientOf(to).services.create({ ...usual, ...fields })).id;
}

/** @param planFields fields of the plan that differ from the default */
export async function newSubscriber(to: Address, planFields: object = {}): Promise<Subscriber> {
  const subscription = await aSubscriber(clientOf(to), planFields);
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  return { serviceId, paymentPlanId, userId, subscriptionId };
}

export function newInvoice(to: Address, of: Subscriber): Promise<{ readonly id: string }> {
  return clientOf(to).invoices.create({ ...of, amount: "0.625", status: "OPEN" });
}

/** Creates an invoice with its records. @returns the input that settles it */
export async function newSettlement(to: Address): Promise<SettlementCreateParams> {
  return settlementOf(await newInvoice(to, await newSubscriber(to)));
}

/** A settlement that the chain has confirmed. */
export async function settled(to: Address): Promise<{ id: string; transactionHash: string }> {
  const { settlement } = await clientOf(to).settlements.create(await newSettlement(to));
  return { id: settlement.id, transactionHash: settlement.transactionHash ?? "" };
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

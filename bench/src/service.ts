import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { localChainId, publicDevAccount } from "@usance/local-stack";
import type { UsanceClient } from "@usance/sdk";
import { type Child, startChild } from "./child.ts";

const entry = "apps/api/src/main.ts";
const root = new URL("../../", import.meta.url);

/** One process of the service, with node's flags as `pnpm start` gives them. */
export function startService(environment: Readonly<Record<string, string>>): Promise<Child> {
  const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
  const flags = String(scripts.start)
    .split(/\s+/)
    .filter((word) => word.startsWith("--"));
  const path = fileURLToPath(new URL(entry, root));
  return startChild(path, { ...serviceEnvironment, ...environment }, flags);
}

export const apiKey = "a-key-of-more-than-thirty-two-characters";

/** What it is started with in every measure, besides its database and its chain. */
const serviceEnvironment = {
  PORT: "0",
  NODE_ENV: "production",
  BOOTSTRAP_API_KEY: apiKey,
  SETTLEMENT_CHAIN_ID: String(localChainId),
  SETTLEMENT_SIGNER_KEY: publicDevAccount.privateKey,
  CHECKOUT_URL: "https://pay.example.com/checkout",
  WEBHOOK_SECRETS_KEY: "5e".repeat(32),
  RATE_LIMIT: "off",
  LOG_LEVEL: "warn",
} as const;

/** A user's subscription to a plan of a service, by ids. */
export interface Subscriber {
  readonly serviceId: string;
  readonly paymentPlanId: string;
  readonly userId: string;
  readonly subscriptionId: string;
}

/** A service, a plan of it, and a user who has subscribed to it. */
export async function aSubscriber(client: UsanceClient): Promise<Subscriber> {
  const { data: made } = await client.POST("/api/v1/services", {
    body: { name: "Weather API", status: "ACTIVE", owner: { email: "seller@example.com" } },
  });
  const serviceId = made?.service.id ?? "";
  const { data: planned } = await client.POST("/api/v1/services/{serviceId}/plans", {
    params: { path: { serviceId } },
    body: { name: "Metered", pricingType: "USAGE_BASED", amount: "0.0025" },
  });
  const paymentPlanId = planned?.plan.id ?? "";
  const { data: opened } = await client.POST("/api/v1/checkout-sessions", {
    body: { serviceId, paymentPlanId },
  });
  const { data: paid } = await client.POST(
    "/api/v1/checkout-sessions/{checkoutSessionId}/complete",
    {
      params: { path: { checkoutSessionId: opened?.checkoutSession.id ?? "" } },
      body: { user: { email: "payer@example.com" } },
    },
  );
  const [subscription] = paid?.checkoutSession.subscriptions ?? [];
  const { id: subscriptionId = "", userId = "" } = subscription ?? {};
  return { serviceId, paymentPlanId, userId, subscriptionId };
}

/** @returns the id of a new invoice that the subscriber owes, `OPEN` and without an end */
export async function anOpenInvoice(
  client: UsanceClient,
  { subscriptionId: _, ...of }: Subscriber,
  amount: string,
): Promise<string> {
  const body = { ...of, amount, status: "OPEN" as const };
  const { data } = await client.POST("/api/v1/invoices", { body });
  if (data === undefined) throw new Error("The invoice was not made.");
  return data.invoice.id;
}

/** So many subscribers, each with an invoice that is open. */
export async function someSubscribers(client: UsanceClient, count: number) {
  const all: (Subscriber & { readonly invoiceId: string })[] = [];
  while (all.length < count) {
    const subscriber = await aSubscriber(client);
    all.push({ ...subscriber, invoiceId: await anOpenInvoice(client, subscriber, "1") });
  }
  return all;
}

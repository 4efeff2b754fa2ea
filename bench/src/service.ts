import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { localChainId, publicDevAccount } from "@usance/local-stack";
import type { UsanceClient } from "@usance/sdk";

/** The file of the command `usance`. */
export const entry = fileURLToPath(new URL("../../apps/api/src/cli/usance.ts", import.meta.url));

/** One process of the service, as `pnpm start` runs it. */
export function startService(environment: Readonly<Record<string, string>>): Promise<Child> {
  return startChild([entry, "start"], { ...serviceEnvironment, ...environment });
}

export const apiKey = "a-key-of-more-than-thirty-two-characters";
export const checkoutUrl = "https://pay.example.com/checkout";

/** Its environment in every measurement, besides database and chain. */
const serviceEnvironment = {
  PORT: "0",
  NODE_ENV: "production",
  BOOTSTRAP_API_KEY: apiKey,
  SETTLEMENT_CHAIN_ID: String(localChainId),
  SETTLEMENT_SIGNER_KEY: publicDevAccount.privateKey,
  CHECKOUT_URL: checkoutUrl,
  WEBHOOK_SECRETS_KEY: randomBytes(32).toString("hex"),
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
  const { id: serviceId } = await client.services.create({
    name: "Weather API",
    status: "ACTIVE",
    owner: { email: "seller@example.com" },
  });
  const { id: paymentPlanId } = await client.plans.create({
    serviceId,
    name: "Metered",
    pricingType: "USAGE_BASED",
    amount: "0.0025",
  });
  const session = await client.checkoutSessions.create({ serviceId, paymentPlanId });
  const { subscriptions } = await client.checkoutSessions.complete({
    checkoutSessionId: session.id,
    user: { email: "payer@example.com" },
  });
  const [subscription] = subscriptions;
  if (subscription === undefined) throw new Error("A completed checkout has a subscription.");
  const { id: subscriptionId, userId } = subscription;
  return { serviceId, paymentPlanId, userId, subscriptionId };
}

/** @returns the id of a new invoice that the subscriber owes, `OPEN` and without an end */
export async function anOpenInvoice(
  client: UsanceClient,
  { subscriptionId: _, ...of }: Subscriber,
  amount: string,
): Promise<string> {
  const { id } = await client.invoices.create({ ...of, amount, status: "OPEN" });
  return id;
}

/** Creates subscribers, each with an open invoice. */
export async function someSubscribers(client: UsanceClient, count: number) {
  const all: (Subscriber & { readonly invoiceId: string })[] = [];
  while (all.length < count) {
    const subscriber = await aSubscriber(client);
    all.push({ ...subscriber, invoiceId: await anOpenInvoice(client, subscriber, "1") });
  }
  return all;
}

/** A measured server, in its own process. */
export interface Child {
  readonly pid: number;
  /** As it printed it: `Listening on <url>`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Runs Node with flags, an entry file and its arguments. It inherits NODE_OPTIONS, for profiling. */
export async function startChild(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Child> {
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await listening(child);
  return {
    pid: child.pid ?? 0,
    url,
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

async function listening({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("Its output is a pipe.");
  for await (const line of createInterface(stdout)) {
    const [, url] = /^Listening on (\S+)$/.exec(line) ?? [];
    if (url === undefined) continue;
    stdout.resume(); // otherwise a full pipe would block it
    return url;
  }
  throw new Error("The service ended without listening.");
}

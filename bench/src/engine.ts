import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { localChainId, publicDevAccount } from "@usance/local-stack";
import { type UsanceClient, usanceClient } from "@usance/sdk";
import { type ToSettle, terms } from "./terms.ts";

const main = fileURLToPath(new URL("../../apps/api/src/main.ts", import.meta.url));
const apiKey = "a-key-of-more-than-thirty-two-characters";

export interface Engine {
  /** Makes so many open invoices. */
  prepare(count: number): Promise<readonly ToSettle[]>;
  /** POST /settlements, until it is confirmed. */
  settle(invoice: ToSettle): Promise<void>;
  stop(): Promise<void>;
}

/** One process of the service as `pnpm start` runs it. NODE_OPTIONS reaches it, for a profile. */
export async function startEngine(on: {
  readonly databaseUrl: string;
  readonly rpcUrl: string;
  readonly contract: string;
}): Promise<Engine> {
  const child = spawn(process.execPath, [...process.execArgv, main], {
    env: {
      ...process.env,
      PORT: "0",
      NODE_ENV: "production",
      DATABASE_URL: on.databaseUrl,
      BOOTSTRAP_API_KEY: apiKey,
      SETTLEMENT_RPC_URL: on.rpcUrl,
      SETTLEMENT_CHAIN_ID: String(localChainId),
      SETTLEMENT_CONTRACT_ADDRESS: on.contract,
      SETTLEMENT_SIGNER_KEY: publicDevAccount.privateKey,
      CHECKOUT_URL: "https://pay.example.com/checkout",
      RATE_LIMIT: "off",
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const client = usanceClient({ baseUrl: await listening(child.stdout), apiKey });
  const of = await aSubscriber(client);
  return {
    prepare: async (count) => {
      const invoices: ToSettle[] = [];
      while (invoices.length < count) {
        const body = { ...of, amount: terms.amount, status: "OPEN" as const };
        const { data } = await client.POST("/api/v1/invoices", { body });
        if (data === undefined) throw new Error("The invoice was not made.");
        const referenceHash = `0x${randomBytes(32).toString("hex")}` as const;
        invoices.push({ id: data.invoice.id, referenceHash });
      }
      return invoices;
    },
    settle: async ({ id: invoiceId, referenceHash }) => {
      const { payerAddress, merchantAddress } = terms;
      const body = { invoiceId, referenceHash, payerAddress, merchantAddress };
      await client.POST("/api/v1/settlements", { body });
    },
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

async function listening(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const [, url] = /^Listening on (\S+)$/.exec(line) ?? [];
    if (url === undefined) continue;
    output.resume(); // or its later lines would stop it
    return url;
  }
  throw new Error("The service ended without listening.");
}

/** Whose invoices are settled: a service, a plan and a user who has subscribed to it. */
async function aSubscriber(client: UsanceClient) {
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
  const userId = paid?.checkoutSession.subscriptions[0]?.userId ?? "";
  return { serviceId, paymentPlanId, userId };
}

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { usanceClient } from "@usance/sdk";
import { entryCommand, type Program, startProgram } from "../../api/test/processes/program.ts";

export interface Dev extends Program {
  readonly url: string;
  readonly apiKey: string;
}

/** The service with all it needs, as `pnpm dev` runs it. */
export async function startDev(DATA_DIR: string): Promise<Dev> {
  const program = startProgram(entryCommand("dev"), { DATA_DIR, PORT: "0" });
  await program.printed(/Ctrl-C stops it/);
  return { ...program, ...JSON.parse(readFileSync(join(DATA_DIR, "running.json"), "utf8")) };
}

/** A subscriber completes a checkout. @returns the session's id */
export async function completeCheckout({ url, apiKey }: Dev): Promise<string> {
  const usance = usanceClient({ baseUrl: url, apiKey });
  const service = await usance.POST("/api/v1/services", {
    body: { name: "Weather API", status: "ACTIVE", owner: { email: "seller@example.com" } },
  });
  const { id: serviceId = "" } = service.data?.service ?? {};
  const plan = await usance.POST("/api/v1/services/{serviceId}/plans", {
    params: { path: { serviceId } },
    body: {
      name: "Pay as you go",
      pricingType: "USAGE_BASED",
      billingInterval: "MONTH",
      amount: "0.0025",
    },
  });
  const session = await usance.POST("/api/v1/checkout-sessions", {
    body: { serviceId, paymentPlanId: plan.data?.plan.id ?? "" },
  });
  const { id: checkoutSessionId = "" } = session.data?.checkoutSession ?? {};
  await usance.POST("/api/v1/checkout-sessions/{checkoutSessionId}/complete", {
    params: { path: { checkoutSessionId } },
    body: { user: { email: `${randomUUID()}@example.com` } },
  });
  return checkoutSessionId;
}

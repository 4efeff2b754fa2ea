import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { usanceClient } from "@usance/sdk";
import { documentedFetch } from "../../api/test/harness/documented.ts";
import { type Program, startProgram, usanceCommand } from "../../api/test/processes/program.ts";

export interface Dev extends Program {
  readonly url: string;
  readonly apiKey: string;
}

/** Runs the service as `pnpm dev` does. */
export async function startDev(DATA_DIR: string): Promise<Dev> {
  const program = startProgram(usanceCommand(["dev"]), { DATA_DIR, PORT: "0" });
  await program.printed(/Ctrl-C stops it/);
  return { ...program, ...JSON.parse(readFileSync(join(DATA_DIR, "running.json"), "utf8")) };
}

/** Completes a checkout of a subscriber. @returns the session's id */
export async function completeCheckout({ url, apiKey }: Dev): Promise<string> {
  const usance = usanceClient({ baseUrl: url, apiKey, fetch: documentedFetch });
  const { id: serviceId } = await usance.services.create({
    name: "Weather API",
    status: "ACTIVE",
    owner: { email: "seller@example.com" },
  });
  const { id: paymentPlanId } = await usance.plans.create({
    serviceId,
    name: "Pay as you go",
    pricingType: "USAGE_BASED",
    billingInterval: "MONTH",
    amount: "0.0025",
  });
  const { id } = await usance.checkoutSessions.create({ serviceId, paymentPlanId });
  const user = { email: `${randomUUID()}@example.com` };
  await usance.checkoutSessions.complete({ checkoutSessionId: id, user });
  return id;
}

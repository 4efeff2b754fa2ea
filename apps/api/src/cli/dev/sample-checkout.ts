import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CheckoutSession, NotFoundError, type UsanceClient } from "@usance/sdk";
import { sampleMerchant } from "./accounts.ts";

/**
 * Returns the URL of a checkout to try the page with. At the first start, it creates a sample service through the API. It
 * creates a new session once the last one is used up.
 */
export async function sampleCheckout(usance: UsanceClient, dataDir: string): Promise<string> {
  const file = join(dataDir, "sample-checkout");
  const last = await findSession(usance, await readFile(file, "utf8").catch(() => ""));
  if (last?.status === "PENDING") return last.url;
  const { serviceId, paymentPlanId } = last ?? (await samplePlan(usance));
  const { id, url } = await usance.checkoutSessions.create({ serviceId, paymentPlanId });
  await writeFile(file, id);
  return url;
}

async function findSession(
  { checkoutSessions }: UsanceClient,
  checkoutSessionId: string,
): Promise<CheckoutSession | null> {
  if (checkoutSessionId === "") return null;
  try {
    return await checkoutSessions.get({ checkoutSessionId });
  } catch (error) {
    if (error instanceof NotFoundError) return null; // the database was replaced
    throw error;
  }
}

async function samplePlan({ services, plans }: UsanceClient) {
  const { id: serviceId } = await services.create({
    name: "Sample API",
    description: "Made by pnpm dev, to try the checkout page with",
    status: "ACTIVE",
    owner: { email: "sample@example.com", name: "Sample Seller" },
    payoutAddress: sampleMerchant.address,
  });
  const { id: paymentPlanId } = await plans.create({
    serviceId,
    name: "Pro",
    pricingType: "FIXED_RECURRING",
    billingInterval: "MONTH",
    amount: "25",
  });
  return { serviceId, paymentPlanId };
}

import type { DatabaseSync } from "node:sqlite";
import type { UsanceClient } from "@usance/sdk";
import type { Config } from "./config.ts";

/** What is sold: made in Usance at the first start. */
export interface Sale {
  readonly serviceId: string;
  readonly paymentPlanId: string;
  /** Of the endpoint on which Usance tells this API of subscriptions. */
  readonly webhookSecret: string;
}

/** The sale that was noted; null before the first start. */
export function findSale(database: DatabaseSync): Sale | null {
  const row = database
    .prepare(
      `SELECT service_id AS serviceId, payment_plan_id AS paymentPlanId,
              webhook_secret AS webhookSecret FROM sale`,
    )
    .get();
  return (row as Sale | undefined) ?? null;
}

/** Makes service, plan, its rate card and webhook endpoint, and notes them. */
export async function setUp(
  usance: UsanceClient,
  database: DatabaseSync,
  { sellerEmail, payoutAddress, publicUrl }: Config,
): Promise<Sale> {
  const service = await usance.services.create({
    name: "Daylight API",
    status: "ACTIVE",
    owner: { email: sellerEmail },
    payoutAddress,
  });
  const plan = await usance.plans.create({
    serviceId: service.id,
    name: "By the day",
    pricingType: "USAGE_BASED",
    billingInterval: "MONTH",
    amount: "0.0025",
  });
  await usance.rateCards.create({
    paymentPlanId: plan.id,
    components: [
      { type: "PER_UNIT", description: "Days", prefix: "daylight", unitAmount: "0.0025" },
    ],
  });
  const endpoint = await usance.webhookEndpoints.create({
    url: `${publicUrl}/webhooks/usance`,
    serviceId: service.id,
    events: ["checkout_session.paid", "subscription.cancelled"],
  });
  // A secret is answered once. Nothing was noted, so the next start begins anew.
  if (endpoint.secret === null) throw new Error("The webhook secret was lost: start again.");
  const sale = {
    serviceId: service.id,
    paymentPlanId: plan.id,
    webhookSecret: endpoint.secret,
  };
  database
    .prepare("INSERT INTO sale VALUES ($serviceId, $paymentPlanId, $webhookSecret)")
    .run(sale);
  return sale;
}

import { randomBytes } from "node:crypto";
import type { UsanceClient } from "@usance/sdk";
import { Decimal } from "decimal.js";
import type { SettledOnChain } from "./verify-on-chain.ts";

/** Tells one step: what was done, and what came of it. */
export type Tell = (step: string, result: string) => void;

const pricePerUnit = "0.0025";
const events = 300;
const payerAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const merchantAddress = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

/**
 * A seller's month in one go: service, metered plan, checkout, usage, invoice, settlement.
 *
 * @returns what the settlement chain must show for it
 */
export async function tellStory(usance: UsanceClient, tell: Tell): Promise<SettledOnChain> {
  const { service } = await answer(
    usance.POST("/api/v1/services", {
      body: { name: "Weather API", status: "ACTIVE", owner: { email: "seller@example.com" } },
    }),
  );
  tell("The seller creates a service,", `${service.name} (${service.id}), ${service.status}`);

  const { plan } = await answer(
    usance.POST("/api/v1/services/{serviceId}/plans", {
      params: { path: { serviceId: service.id } },
      body: {
        name: "Pay as you go",
        pricingType: "USAGE_BASED",
        billingInterval: "MONTH",
        amount: pricePerUnit,
      },
    }),
  );
  tell(
    "and a metered plan.",
    `${plan.amount} ${plan.currency} a unit, each ${plan.billingInterval}`,
  );

  const { checkoutSession } = await answer(
    usance.POST("/api/v1/checkout-sessions", {
      body: { serviceId: service.id, paymentPlanId: plan.id },
    }),
  );
  tell("A subscriber is sent to checkout,", checkoutSession.url);

  const completed = await answer(
    usance.POST("/api/v1/checkout-sessions/{checkoutSessionId}/complete", {
      params: { path: { checkoutSessionId: checkoutSession.id } },
      body: { user: { email: "subscriber@example.com", name: "Sam Subscriber" } },
    }),
  );
  const [subscription] = completed.checkoutSession.subscriptions;
  if (subscription === undefined) throw new Error("A completed checkout has a subscription.");
  tell("and completes it.", `subscription ${subscription.id} is ${subscription.status}`);

  const { serviceId, userId } = subscription;
  const used = Array.from({ length: events }, (_, index) => ({
    serviceId,
    subscriptionId: subscription.id,
    userId,
    eventKey: `requests:hour-${index + 1}`,
    quantity: new Decimal(index + 1).div(4).toFixed(2),
  }));
  for (let first = 0; first < used.length; first += 20) {
    const together = used.slice(first, first + 20);
    await Promise.all(
      together.map((body) => answer(usance.POST("/api/v1/usage-events", { body }))),
    );
  }
  const units = used.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
  tell("Usage is metered.", `${used.length} events, ${units.toFixed()} units`);

  const amount = units.times(pricePerUnit);
  tell(
    "The seller adds it up,",
    `${units.toFixed()} × ${pricePerUnit} = ${amount.toFixed(6)} USDC`,
  );

  const { invoice } = await answer(
    usance.POST("/api/v1/invoices", {
      body: {
        serviceId,
        paymentPlanId: plan.id,
        userId,
        subscriptionId: subscription.id,
        amount: amount.toFixed(6),
        status: "OPEN",
      },
    }),
  );
  tell(
    "and sends the invoice.",
    `${invoice.id}, ${invoice.amount} ${invoice.currency}, ${invoice.status}`,
  );

  const referenceHash = `0x${randomBytes(32).toString("hex")}` as const;
  const { settlement, chain } = await answer(
    usance.POST("/api/v1/settlements", {
      body: { invoiceId: invoice.id, referenceHash, payerAddress, merchantAddress },
    }),
  );
  tell(
    "It is settled on the chain,",
    `${settlement.status} by transaction ${chain.transactionHash}`,
  );

  const paid = await answer(
    usance.GET("/api/v1/invoices/{invoiceId}", { params: { path: { invoiceId: invoice.id } } }),
  );
  tell("and the invoice is paid.", `${paid.invoice.status} at ${paid.invoice.paidAt}`);
  if (paid.invoice.status !== "PAID") throw new Error("The invoice is not PAID.");

  return {
    transactionHash: chain.transactionHash,
    referenceHash,
    invoiceId: invoice.id,
    payer: payerAddress,
    merchant: merchantAddress,
    tokenUnits: BigInt(amount.times(1_000_000).toFixed()),
  };
}

/** The body of a call; the client throws for everything else. */
async function answer<Body>(call: Promise<{ data?: Body }>): Promise<Body> {
  const { data } = await call;
  if (data === undefined) throw new Error("The service answered without a body.");
  return data;
}

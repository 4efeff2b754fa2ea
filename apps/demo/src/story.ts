import { randomBytes } from "node:crypto";
import type { UsanceClient } from "@usance/sdk";
import { Decimal } from "decimal.js";
import type { SettledOnChain } from "./verify-on-chain.ts";

/** Reports one step: what was done, and the result. */
export type Tell = (step: string, result: string) => void;

const pricePerUnit = "0.0025";
const events = 300;
const payerAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const merchantAddress = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

/**
 * A seller's month in one run: service, metered plan, checkout, usage, invoice, settlement.
 *
 * @returns what the settlement chain must show for it
 */
export async function tellStory(usance: UsanceClient, tell: Tell): Promise<SettledOnChain> {
  const service = await usance.services.create({
    name: "Weather API",
    status: "ACTIVE",
    owner: { email: "seller@example.com" },
  });
  tell("The seller creates a service,", `${service.name} (${service.id}), ${service.status}`);

  const plan = await usance.plans.create({
    serviceId: service.id,
    name: "Pay as you go",
    pricingType: "USAGE_BASED",
    billingInterval: "MONTH",
    amount: pricePerUnit,
  });
  tell(
    "and a metered plan.",
    `${plan.amount} ${plan.currency} a unit, each ${plan.billingInterval}`,
  );

  const checkoutSession = await usance.checkoutSessions.create({
    serviceId: service.id,
    paymentPlanId: plan.id,
  });
  tell("A subscriber is sent to checkout,", checkoutSession.url);

  const completed = await usance.checkoutSessions.complete({
    checkoutSessionId: checkoutSession.id,
    user: { email: "subscriber@example.com", name: "Sam Subscriber" },
  });
  const [subscription] = completed.subscriptions;
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
  const refused: string[] = [];
  const batcher = usance.usageEvents.batcher({
    onResult: (result) => "error" in result && refused.push(result.error),
  });
  for (const event of used) await batcher.add(event);
  await batcher.close();
  if (refused.length > 0) throw new Error(`Usage was refused: ${refused[0]}`);
  const units = used.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
  tell("Usage is metered.", `${used.length} events, ${units.toFixed()} units`);

  const amount = units.times(pricePerUnit);
  tell(
    "The seller adds it up,",
    `${units.toFixed()} × ${pricePerUnit} = ${amount.toFixed(6)} USDC`,
  );

  const invoice = await usance.invoices.create({
    serviceId,
    paymentPlanId: plan.id,
    userId,
    subscriptionId: subscription.id,
    amount: amount.toFixed(6),
    status: "OPEN",
  });
  tell(
    "and sends the invoice.",
    `${invoice.id}, ${invoice.amount} ${invoice.currency}, ${invoice.status}`,
  );

  const referenceHash = `0x${randomBytes(32).toString("hex")}` as const;
  const { settlement, chain } = await usance.settlements.create({
    invoiceId: invoice.id,
    referenceHash,
    payerAddress,
    merchantAddress,
  });
  tell(
    "It is settled on the chain,",
    `${settlement.status} by transaction ${chain.transactionHash}`,
  );

  const paid = await usance.invoices.get({ invoiceId: invoice.id });
  tell("and the invoice is paid.", `${paid.status} at ${paid.paidAt}`);
  if (paid.status !== "PAID") throw new Error("The invoice is not PAID.");

  return {
    transactionHash: chain.transactionHash,
    referenceHash,
    invoiceId: invoice.id,
    payer: payerAddress,
    merchant: merchantAddress,
    tokenUnits: BigInt(amount.times(1_000_000).toFixed()),
  };
}

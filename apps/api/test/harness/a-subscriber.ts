import { randomBytes } from "node:crypto";
import type {
  PlanCreateParams,
  Subscription,
  UsageEventCreateParams,
  UsanceClient,
} from "@usance/sdk";

/** A new subscription to a metered plan of a new service. @param planFields fields of the plan that differ from the usual */
export async function aSubscriber(
  usance: UsanceClient,
  planFields: Partial<PlanCreateParams> = { billingInterval: "MONTH" },
): Promise<Subscription> {
  const service = await usance.services.create({
    name: "Weather API",
    status: "ACTIVE",
    owner: { email: `seller-${suffix()}@example.com` },
  });
  const plan = await usance.plans.create({
    serviceId: service.id,
    name: "Pay as you go",
    pricingType: "USAGE_BASED",
    amount: "0.0025",
    ...planFields,
  });
  const session = await usance.checkoutSessions.create({
    serviceId: service.id,
    paymentPlanId: plan.id,
  });
  const { subscriptions } = await usance.checkoutSessions.complete({
    checkoutSessionId: session.id,
    user: { email: `payer-${suffix()}@example.com` },
  });
  const [subscription] = subscriptions;
  if (subscription === undefined) throw new Error("A completed checkout has a subscription.");
  return usance.subscriptions.get({ subscriptionId: subscription.id });
}

/** What an invoice of a subscription says, with the usual amount. */
export const invoiceOf = ({ id, serviceId, paymentPlanId, userId }: Subscription) =>
  ({
    serviceId,
    paymentPlanId,
    userId,
    subscriptionId: id,
    amount: "0.625",
    status: "OPEN",
  }) as const;

/** What a usage event of a subscription says. */
export const usageOf = (
  { id, serviceId, userId }: Subscription,
  eventKey = `requests:${suffix()}`,
): UsageEventCreateParams => ({ serviceId, subscriptionId: id, userId, eventKey, quantity: "1" });

/** What a settlement of an invoice says. */
export const settlementOf = ({ id }: { readonly id: string }) => ({
  invoiceId: id,
  referenceHash: `0x${randomBytes(32).toString("hex")}`,
  payerAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  merchantAddress: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
});

const suffix = () => randomBytes(6).toString("hex");

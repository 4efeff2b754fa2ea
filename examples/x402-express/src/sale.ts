import type { UsanceClient } from "@usance/sdk";

/** Creates what is sold at the first start: a service that is paid at the address, and a plan for its usage. */
export async function ensureSale(
  usance: UsanceClient,
  payoutAddress: string,
): Promise<{ readonly serviceId: string; readonly paymentPlanId: string }> {
  const { services } = await usance.services.list();
  const known = services.find((service) => service.payoutAddress === payoutAddress);
  if (known !== undefined) {
    const { plans } = await usance.plans.list({ serviceId: known.id });
    const [plan] = plans;
    if (plan !== undefined) return { serviceId: known.id, paymentPlanId: plan.id };
  }
  const { id: serviceId } = await usance.services.create({
    name: "Weather for programs",
    status: "ACTIVE",
    owner: { email: "seller@example.com" },
    payoutAddress,
  });
  const { id: paymentPlanId } = await usance.plans.create({
    serviceId,
    name: "Per call",
    pricingType: "USAGE_BASED",
    amount: "0.001",
    unit: "call",
  });
  return { serviceId, paymentPlanId };
}

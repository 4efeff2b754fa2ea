import type { Plan, Service } from "@usance/sdk";
import { textOfUnits } from "../../../kit/money.ts";
import { sampleMerchant } from "../accounts.ts";
import type { Making } from "./making.ts";

/** The price of a request, in millionths of a USDC. */
const perRequest = 2_500n;

/** What the seller sells: a service priced by usage, and one with a fixed price. */
export interface Catalog {
  readonly weather: Service;
  readonly metered: Plan;
  readonly radar: Service;
  readonly monthly: Plan;
}

/** Makes the services, on a test clock, with their plans and a rate card, and a webhook endpoint that does not answer. */
export async function makeCatalog({ usance, once }: Making, testClockId: string): Promise<Catalog> {
  const weather = await usance.services.create(
    {
      name: "Nimbus Weather",
      description: "Forecasts by the hour. A sample, made by usance dev --sample",
      status: "ACTIVE",
      owner: { email: "nimbus@example.com", name: "Nimbus Data" },
      payoutAddress: sampleMerchant.address,
      branding: { color: "#0e7490" },
      testClockId,
    },
    once("weather"),
  );
  const { ownerId } = weather;
  const radar = await usance.services.create(
    {
      name: "Nimbus Radar",
      status: "ACTIVE",
      ownerId,
      payoutAddress: sampleMerchant.address,
      testClockId,
    },
    once("radar"),
  );
  await usance.webhookEndpoints.create(
    { url: "https://hooks.nimbus.invalid/usance", ownerId },
    once("endpoint"),
  );
  const metered = await usance.plans.create(
    {
      serviceId: weather.id,
      name: "Pay as you go",
      pricingType: "USAGE_BASED",
      billingInterval: "MONTH",
      amount: textOfUnits(perRequest),
      unit: "request",
    },
    once("metered"),
  );
  await usance.rateCards.create(
    {
      paymentPlanId: metered.id,
      components: [
        { type: "FLAT", description: "Base fee", amount: "10" },
        {
          type: "GRADUATED",
          description: "Forecast requests",
          prefix: "forecasts",
          included: "1000",
          tiers: [
            { upTo: "50000", unitAmount: textOfUnits(perRequest) },
            { upTo: null, unitAmount: textOfUnits(perRequest / 2n) },
          ],
        },
      ],
    },
    once("rate card"),
  );
  const monthly = await usance.plans.create(
    {
      serviceId: radar.id,
      name: "Radar Pro",
      pricingType: "FIXED_RECURRING",
      billingInterval: "MONTH",
      amount: "49",
    },
    once("monthly"),
  );
  return { weather, metered, radar, monthly };
}

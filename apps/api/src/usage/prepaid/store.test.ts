import { expect, it } from "vitest";
import { onCitus } from "../../../test/harness/database.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { inTransaction } from "../../db/client.ts";
import { pricingCard } from "./prepaid-period.ts";
import { findExtremes } from "./store.ts";

const service = useService();
const story = new Story(restDoor, service);

it.skipIf(onCitus)(
  "the largest quantity is found in whatever way Postgres joins the events with what they were charged",
  async () => {
    const components = [
      { type: "PER_UNIT", description: "Peak", measure: "MAX", unitAmount: "0.01" },
    ] as const;
    const subscription = await story.aSubscription();
    const { id: subscriptionId, serviceId, userId, paymentPlanId } = subscription;
    const { id: balanceId } = (await story.done("balances.create", { serviceId, userId })).balance;
    await story.aGrant(balanceId, "10");
    await story.aRateCard({ paymentPlanId, components });
    const usageEvents = [3, 1, 9, 2, 5, 8, 4, 7, 6].map((quantity) =>
      story.usageOf(subscription, { balanceId, charge: { rateCard: true }, quantity }),
    );
    await story.done("usageEvents.batch", { usageEvents });
    const period = {
      ...{ subscriptionId, card: pricingCard("card", components), to: null },
      from: new Date(subscription.currentPeriodStart),
    };

    await inTransaction(service().parts.db, async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_nestloop = off`;
      await tx.$executeRaw`SET LOCAL enable_mergejoin = off`;
      expect(await findExtremes(tx, period, "")).toMatchObject({ max: 9_000_000n });
    });
  },
);

import { expect, it } from "vitest";
import { tieredCard } from "../../../../../packages/rating/test/tiered-card.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { aPortal } from "../../../test/harness/portal.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();
const story = new Story(restDoor, service);

const offered = {
  components: tieredCard,
  isInEffect: true,
  baseAmount: "10.000000",
  workedExample: {
    lines: [
      { description: "Base fee", quantity: null, amount: "10.000000" },
      { description: "Requests", quantity: "22000", amount: "31.000000" },
    ],
    amount: "41.000000",
  },
};

it("checkout and portal show the card in effect and the next one, each with an example", async () => {
  const { id: serviceId } = await story.aService();
  const { id: paymentPlanId } = await story.aPlan(serviceId, { billingInterval: "MONTH" });
  const effectiveFrom = service().clock.in(3_600);
  await story.aRateCard({ paymentPlanId, components: tieredCard });
  await story.aRateCard({ paymentPlanId, effectiveFrom: service().clock.in(7_200) });
  await story.aRateCard({ paymentPlanId, effectiveFrom });
  const session = { serviceId, paymentPlanId };
  const { checkoutSession } = await story.done("checkoutSessions.create", session);
  const { checkout } = await story.done("checkout.view", { checkoutSessionId: checkoutSession.id });
  const next = { isInEffect: false, effectiveFrom, baseAmount: "0.000000" };
  expect(checkout.rateCards).toMatchObject([offered, next]);
  expect(checkout.terms.prices).toBe(
    checkout.rateCards.map((card: { id: string }) => card.id).join(" "),
  );

  await story.done("checkoutSessions.complete", {
    checkoutSessionId: checkoutSession.id,
    user: { email: "pat@example.com" },
  });
  const { checkoutSession: paid } = await story.done("checkoutSessions.get", {
    checkoutSessionId: checkoutSession.id,
  });
  const portalToken = await aPortal(story, paid.userId);
  const { subscriptions } = await story.done("portal.subscriptions", { portalToken });
  expect(subscriptions[0].rateCards).toMatchObject([offered, next]);
  const subscriptionId = subscriptions[0].id;
  const cap = await story.done("portal.spendingCap", { portalToken, subscriptionId });
  expect(cap.rateCards).toMatchObject([offered, next]);
});

it("a plan without a card shows none", async () => {
  const { id: checkoutSessionId } = await story.aCheckoutSession();
  const { checkout } = await story.done("checkout.view", { checkoutSessionId });
  expect([checkout.rateCards, checkout.terms.prices]).toEqual([[], null]);
});

import { describe, expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();
const story = new Story(restDoor, service);

describe("creating a plan", () => {
  it("answers 201 with the plan and its defaults", async () => {
    const { id: serviceId } = await story.aService();

    const { status, body } = await story.call("plans.create", {
      serviceId,
      name: "Metered",
      pricingType: "USAGE_BASED",
      amount: 0.000001,
    });

    expect(status).toBe(201);
    expect(body.plan).toEqual({
      id: expect.any(String),
      serviceId,
      name: "Metered",
      description: null,
      pricingType: "USAGE_BASED",
      billingInterval: "NONE",
      amount: "0.000001",
      currency: "USDC",
      unit: null,
      createdAt: expect.any(String),
      updatedAt: body.plan.createdAt,
    });
  });

  it("stores a unit without blanks around it, a blank one as none, and shows it at checkout", () =>
    forRows(
      [
        ["request", "request"],
        [" GPU second ", "GPU second"],
        [" ", null],
        [null, null],
      ],
      async (unit, shown) => {
        const { id: serviceId } = await story.aService();

        const plan = await story.aPlan(serviceId, { unit });

        const input = { serviceId, paymentPlanId: plan.id };
        const { checkoutSession } = await story.done("checkoutSessions.create", input);
        const { checkout } = await story.done("checkout.view", {
          checkoutSessionId: checkoutSession.id,
        });
        expect([plan.unit, checkout.paymentPlan.unit]).toEqual([shown, shown]);
      },
    ));

  it("stores an amount with six decimal places, also where it is nested", () =>
    forRows(
      [
        ["0", "0.000000"],
        ["12.5", "12.500000"],
        ["999999999999999999.999999", "999999999999999999.999999"],
        ["1.10000000000", "1.100000"],
        [7, "7.000000"],
      ],
      async (amount, shown) => {
        const { id: serviceId } = await story.aService();

        const plan = await story.aPlan(serviceId, { amount });

        const { service: parent } = await story.done("services.get", { serviceId });
        const { checkoutSession } = await story.done("checkoutSessions.create", {
          serviceId,
          paymentPlanId: plan.id,
        });
        expect(plan.amount).toBe(shown);
        expect(parent.paymentPlans[0].amount).toBe(shown);
        expect(checkoutSession.paymentPlan.amount).toBe(shown);
      },
    ));

  it("refuses an amount that is no decimal", () =>
    forRows(
      ["-1", "1.0000001", "1e3", ".5", "1.", "1,5", "0x10", " 1", "1".repeat(19), true, {}, [[]]],
      async (amount) => {
        const input = { serviceId: "any", name: "A", pricingType: "ONE_TIME", amount };

        expect(await story.refusal("plans.create", input)).toBe(
          "400 amount must be a non-negative decimal with at most six decimal places.",
        );
      },
    ));

  it("refuses an input that breaks a rule", () =>
    forRows(
      [
        [{ unit: "x".repeat(51) }, "unit must be at most 50 characters."],
        [{ unit: 5 }, "unit must be a string."],
        [{ currency: "EUR" }, "currency must be USDC."],
      ],
      async (fields, error) => {
        const usual = { serviceId: "any", name: "A", amount: "1", pricingType: "USAGE_BASED" };
        expect(await story.refusal("plans.create", { ...usual, ...fields })).toBe(`400 ${error}`);
      },
    ));
});

it("lists a service's own plans newest first", async () => {
  const { id: serviceId } = await story.aService();
  expect(await story.done("plans.list", { serviceId })).toEqual({ plans: [] });
  const first = await story.aPlan(serviceId);
  const second = await story.aPlan(serviceId, { pricingType: "FIXED_RECURRING" });
  await story.aPlan((await story.aService()).id);

  expect(await story.done("plans.list", { serviceId })).toEqual({ plans: [second, first] });
});

import { describe, expect, it } from "vitest";
import { doors } from "../../../test/harness/doors.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();

describe.each(doors)("creating an invoice through $name", (door) => {
  const story = new Story(door, service);
  const invoiceOf = async () => {
    const { id, serviceId, paymentPlanId, userId } = await story.aSubscription();
    return { serviceId, paymentPlanId, userId, subscriptionId: id, amount: "10" };
  };

  it("answers 201 with the caller's amount and all nested records", async () => {
    const input = { ...(await invoiceOf()), status: "OPEN", dueAt: "2026-03-01T00:00:00Z" };
    const { service: sold } = await story.done("services.get", { serviceId: input.serviceId });

    const { status, body } = await story.call("invoices.create", input);

    expect(status).toBe(201);
    const { owner: _, paymentPlans, ...soldRecord } = sold;
    expect(body.invoice).toEqual({
      id: expect.any(String),
      serviceId: input.serviceId,
      paymentPlanId: input.paymentPlanId,
      userId: input.userId,
      subscriptionId: input.subscriptionId,
      status: "OPEN",
      amount: "10.000000",
      currency: "USDC",
      dueAt: "2026-03-01T00:00:00.000Z",
      paidAt: null,
      createdAt: expect.any(String),
      service: soldRecord,
      paymentPlan: paymentPlans[0],
      user: expect.objectContaining({ id: input.userId, role: "PAYER" }),
      subscription: { id: input.subscriptionId, status: "ACTIVE" },
      settlements: [],
      usageEvents: [],
    });
    expect(await story.done("invoices.get", { invoiceId: body.invoice.id })).toEqual(body);
  });

  it("needs no subscription and no due date", async () => {
    const { subscriptionId: _, ...input } = await invoiceOf();

    expect((await story.done("invoices.create", input)).invoice).toMatchObject({
      subscriptionId: null,
      subscription: null,
      dueAt: null,
      status: "DRAFT",
    });
  });

  it.each([
    [{ paymentPlanId: "no" }, 404, "Payment plan was not found for the service."],
    [{ serviceId: "no" }, 404, "Payment plan was not found for the service."],
    [{ userId: "no" }, 404, "Referenced database record was not found."],
    [{ subscriptionId: "no" }, 404, "Subscription was not found for the service and user."],
    [{ serviceId: "" }, 400, "serviceId is required."],
    [{ paymentPlanId: null }, 400, "paymentPlanId is required."],
    [{ userId: undefined }, 400, "userId is required."],
    [{ amount: undefined }, 400, "amount is required."],
    [{ currency: "USD" }, 400, "currency must be USDC."],
    [{ dueAt: "2026" }, 400, "dueAt must be an ISO 8601 date-time."],
  ])("refuses %j with %i", async (fields, status, error) => {
    const input = { ...(await invoiceOf()), ...fields };

    expect(await story.call("invoices.create", input)).toMatchObject({ status, body: { error } });
  });

  it("refuses a plan of the service that is not the subscription's plan", async () => {
    const input = await invoiceOf();
    const other = await story.aPlan(input.serviceId);

    expect(
      await story.call("invoices.create", { ...input, paymentPlanId: other.id }),
    ).toMatchObject({
      status: 400,
      body: { error: "Payment plan does not match the subscription." },
    });
  });
});

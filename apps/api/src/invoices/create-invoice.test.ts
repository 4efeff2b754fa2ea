import { describe, expect, it } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { ServiceRecord } from "../schemas/services.ts";

const service = useService();

describe("creating an invoice", () => {
  const story = new Story(restDoor, service);
  const invoiceOf = async () => {
    const { id, serviceId, paymentPlanId, userId } = await story.aSubscription();
    return { serviceId, paymentPlanId, userId, subscriptionId: id, amount: "10" };
  };

  it("answers 201 with the caller's amount and all nested records", async () => {
    const input = { ...(await invoiceOf()), status: "OPEN", dueAt: "2026-03-01T00:00:00Z" };
    const { service: sold } = await story.done("services.get", { serviceId: input.serviceId });

    const { status, body } = await story.call("invoices.create", input);

    expect(status).toBe(201);
    const { paymentPlans } = sold;
    const soldRecord = Object.fromEntries(
      Object.keys(ServiceRecord.shape).map((field) => [field, sold[field]]),
    );
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
      lines: [],
      periodStart: null,
      periodEnd: null,
      billNumber: null,
      billHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      url: expect.stringMatching(/\/invoices\/[0-9a-f]{32}$/),
      usageEventCount: 0,
      credited: "0.000000",
      paidFromBalance: "0.000000",
      amountDue: body.invoice.amount,
      creditNotes: [],
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

  const line = { description: "Requests", quantity: "250", unitAmount: 0.0025, amount: "0.625" };
  const shown = { ...line, quantity: "250.000000", unitAmount: "0.002500", amount: "0.625000" };

  it("shows its lines in their order, wherever it is shown", async () => {
    const free = { description: "Support", quantity: 1, unitAmount: "0", amount: "0.0" };
    const most = "999999999999999999.999999";
    const storage = {
      description: "Storage, 雨",
      quantity: most,
      unitAmount: "0",
      amount: "9.375",
    };
    const lines = [line, free, storage];
    const { serviceId, ...input } = await invoiceOf();

    const { invoice } = await story.done("invoices.create", { serviceId, ...input, lines });

    expect(invoice.lines).toEqual([
      shown,
      { ...free, quantity: "1.000000", unitAmount: "0.000000", amount: "0.000000" },
      { ...storage, unitAmount: "0.000000", amount: "9.375000" },
    ]);
    const { invoice: read } = await story.done("invoices.get", { invoiceId: invoice.id });
    const { invoices } = await story.done("invoices.list", { serviceId });
    const { events } = await story.done("events.list", { serviceId, type: "invoice.created" });
    const { usageEvents: _, ...summary } = invoice;
    expect(read).toEqual(invoice);
    expect(invoices).toEqual([summary]);
    expect(events[0].data.invoice).toEqual(summary);
  });

  it("accepts 100 lines that add up to a large amount exactly", async () => {
    const amounts = ["123456789012345677.999999", "1.000000", ...Array(98).fill("0.000001")];
    const lines = amounts.map((amount) => ({ ...line, amount }));
    const input = { ...(await invoiceOf()), amount: "123456789012345679.000097", lines };

    expect((await story.done("invoices.create", input)).invoice.lines).toEqual(
      amounts.map((amount) => ({ ...shown, amount })),
    );
  });

  it("refuses lines that are not valid or do not add up", async () => {
    const of = await invoiceOf();
    await forRows(
      [
        ["no line", [], "lines must be a list of 1 to 100."],
        ["101 lines", Array(101).fill({ ...line, amount: 0 }), "lines must be a list of 1 to 100."],
        ["lines that are not a list", line, "lines must be a list of 1 to 100."],
        ["a line that is not an object", ["10"], "lines.0 must be an object."],
        ["null as a line", [null], "lines.0 is required."],
        [
          "a line without a description",
          [{ ...line, description: " " }],
          "lines.0.description is required.",
        ],
        [
          "a description of two lines",
          [{ ...line, description: "a\nb" }],
          "lines.0.description must not contain control characters.",
        ],
        [
          "a description of 201 characters",
          [{ ...line, description: "a".repeat(201) }],
          "lines.0.description must be at most 200 characters.",
        ],
        ["no quantity", [{ ...line, quantity: undefined }], "lines.0.quantity is required."],
        [
          "an amount with seven decimal places",
          [line, { ...line, amount: "-0.0000001" }],
          "lines.1.amount must be a decimal with at most six decimal places.",
        ],
        [
          "a price with thirteen decimal places",
          [{ ...line, unitAmount: "0.0000000000001" }],
          "lines.0.unitAmount must be a decimal with at most twelve decimal places.",
        ],
        [
          "an amount of words",
          [{ ...line, amount: "--1" }],
          "lines.0.amount must be a decimal with at most six decimal places.",
        ],
        ["less than the amount", [line], "Invoice lines must add up to the invoice amount."],
        [
          "0.000001 more than the amount",
          [
            { ...line, amount: "10" },
            { ...line, amount: "0.000001" },
          ],
          "Invoice lines must add up to the invoice amount.",
        ],
      ],
      async (_, lines, error) => {
        expect(await story.refusal("invoices.create", { ...of, lines })).toBe(`400 ${error}`);
      },
    );
    const { serviceId } = of;
    expect((await story.done("invoices.list", { serviceId })).invoices).toEqual([]);
  });

  it("accepts a line that takes off, and a price with twelve decimal places", async () => {
    const lines = [
      { ...line, quantity: "29", unitAmount: "0.048653769675", amount: "12.5" },
      { description: "Credit", quantity: 1, unitAmount: "-2.5", amount: -2.5 },
    ];
    const { invoice } = await story.done("invoices.create", { ...(await invoiceOf()), lines });

    expect(invoice.lines).toMatchObject([
      { unitAmount: "0.048653769675", amount: "12.500000" },
      { unitAmount: "-2.500000", amount: "-2.500000" },
    ]);
    const { id: invoiceId } = invoice;
    expect((await story.done("invoices.get", { invoiceId })).invoice.lines).toEqual(invoice.lines);
  });

  it("stores its period, and of a bill a number that only one bill of the subscription has", async () => {
    const of = await invoiceOf();
    const period = { periodStart: "2026-01-01T00:00:00Z", periodEnd: "2026-02-01T00:00:00Z" };
    const create = (fields: object) => story.call("invoices.create", { ...of, ...fields });

    const first = await create({ ...period, billNumber: 1 });
    const taken = "billNumber is not the next one of the subscription.";
    const half =
      "periodStart and periodEnd must be sent together, and periodEnd must not be the earlier.";
    const alone = "billNumber requires subscriptionId, periodStart and periodEnd.";

    expect(first.body.invoice).toMatchObject({
      periodStart: "2026-01-01T00:00:00.000Z",
      periodEnd: "2026-02-01T00:00:00.000Z",
      billNumber: 1,
    });
    await forRows(
      [
        [{ ...period, billNumber: 1 }, 409, taken],
        [{ ...period, billNumber: 3 }, 409, taken],
        [{ periodStart: period.periodStart }, 400, half],
        [{ periodStart: period.periodEnd, periodEnd: period.periodStart }, 400, half],
        [{ billNumber: 2 }, 400, alone],
        [{ ...period, billNumber: 2, subscriptionId: null }, 400, alone],
        [
          { ...period, billNumber: 0 },
          400,
          "billNumber must be a whole number from 1 to 2147483647.",
        ],
        [{ usageHash: "0x5e" }, 400, "usageHash must be a 32-byte hex value."],
      ] as const,
      async (fields, status, error) => {
        expect(await create(fields)).toMatchObject({ status, body: { error } });
      },
    );
    const both = await Promise.all([1, 2].map(() => create({ ...period, billNumber: 2 })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it("ignores unknown fields of a line, and null for lines", async () => {
    const input = await invoiceOf();
    const lines = [{ ...line, amount: "10", foo: 1 }];

    expect((await story.done("invoices.create", { ...input, lines })).invoice.lines).toEqual([
      { ...shown, amount: "10.000000" },
    ]);
    expect((await story.done("invoices.create", { ...input, lines: null })).invoice.lines).toEqual(
      [],
    );
  });

  it("refuses unknown records and values that are not valid", async () => {
    const of = await invoiceOf();
    await forRows(
      [
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
      ],
      async (fields, status, error) => {
        expect(await story.refusal("invoices.create", { ...of, ...fields })).toBe(
          `${status} ${error}`,
        );
      },
    );
  });

  it("refuses a plan of the service that is not the subscription's plan", async () => {
    const input = await invoiceOf();
    const other = await story.aPlan(input.serviceId);

    expect(await story.refusal("invoices.create", { ...input, paymentPlanId: other.id })).toBe(
      "400 Payment plan does not match the subscription.",
    );
  });
});

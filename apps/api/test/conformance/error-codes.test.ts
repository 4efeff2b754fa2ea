import { expect, it } from "vitest";
import { restDoor } from "../harness/doors.ts";
import { useService } from "../harness/service.ts";
import { newReference, Story } from "../harness/story.ts";

/* Programs tell errors apart by code and field. Messages, which the specification fixes, can be the same for several. */

const unknownId = "k3v9x2m7q1t8w5z4b6n0c8r1";
const service = useService();

interface Row {
  readonly condition: string;
  readonly code: string;
  readonly param: string | null;
  readonly request: (story: Story) => Promise<readonly [operation: string, input: unknown]>;
}

const plan = { name: "Pro", pricingType: "ONE_TIME", amount: "1" };

const rows: readonly Row[] = [
  {
    condition: "a required field is omitted",
    code: "missing_parameter",
    param: "name",
    request: async () => ["services.create", {}],
  },
  {
    condition: "a required field is blank",
    code: "missing_parameter",
    param: "name",
    request: async () => ["services.create", { name: " " }],
  },
  {
    condition: "an address is omitted, which has the message of an invalid one",
    code: "missing_parameter",
    param: "payerAddress",
    request: async (story) => {
      const { payerAddress: _, ...rest } = story.settlementOf(await story.anInvoice());
      return ["settlements.create", rest];
    },
  },
  {
    condition: "an address is invalid",
    code: "invalid_parameter",
    param: "payerAddress",
    request: async (story) => [
      "settlements.create",
      { ...story.settlementOf(await story.anInvoice()), payerAddress: "0x1" },
    ],
  },
  {
    condition: "a nested field is invalid",
    code: "invalid_parameter",
    param: "owner.email",
    request: async () => ["services.create", { name: "A", owner: { email: "?" } }],
  },
  {
    condition: "a query parameter is invalid",
    code: "invalid_parameter",
    param: "limit",
    request: async () => ["invoices.list", { limit: "many" }],
  },
  {
    condition: "two fields contradict each other",
    code: "one_time_plan_with_interval",
    param: "billingInterval",
    request: async (story) => [
      "plans.create",
      { ...plan, serviceId: (await story.aService()).id, billingInterval: "MONTH" },
    ],
  },
  {
    condition: "an invoice is created as PAID",
    code: "invoice_created_paid",
    param: "status",
    request: async (story) => {
      const { id, serviceId, paymentPlanId, userId } = await story.aSubscription();
      const invoice = { serviceId, paymentPlanId, userId, subscriptionId: id, amount: "1" };
      return ["invoices.create", { ...invoice, status: "PAID" }];
    },
  },
  {
    condition: "the service that a plan names is unknown",
    code: "service_not_found",
    param: "serviceId",
    request: async () => ["plans.create", { ...plan, serviceId: unknownId }],
  },
  {
    condition: "the owner that a service names is unknown",
    code: "user_not_found",
    param: "ownerId",
    request: async () => ["services.create", { name: "A", ownerId: unknownId }],
  },
  {
    condition: "the invoice that a settlement names is unknown",
    code: "invoice_not_found",
    param: "invoiceId",
    request: async (story) => [
      "settlements.create",
      { ...story.settlementOf(await story.anInvoice()), invoiceId: unknownId },
    ],
  },
  {
    condition: "a usage event is recorded again",
    code: "usage_event_already_recorded",
    param: "eventKey",
    request: async (story) => {
      const usage = story.usageOf(await story.aSubscription());
      await story.done("usageEvents.create", usage);
      return ["usageEvents.create", usage];
    },
  },
  {
    condition: "the reference of another invoice's settlement is sent",
    code: "reference_already_used",
    param: "referenceHash",
    request: async (story) => {
      const referenceHash = newReference();
      const first = await story.anInvoice();
      const { serviceId, paymentPlanId, userId, subscriptionId } = first;
      const fields = { serviceId, paymentPlanId, userId, subscriptionId, amount: "1" };
      const { invoice } = await story.done("invoices.create", { ...fields, status: "OPEN" });
      await story.done("settlements.create", story.settlementOf(first, { referenceHash }));
      return ["settlements.create", story.settlementOf(invoice, { referenceHash })];
    },
  },
];

const story = new Story(restDoor, service);

it.each(rows)("$condition: $code", async ({ code, param, request }) => {
  const [operation, input] = await request(story);

  const answer = await story.call(operation, input);

  expect({ code: answer.code, param: answer.param }).toEqual({ code, param });
  expect(Object.keys(answer.body)).toEqual(["error"]);
});

it("a missing key, an unknown one and one without the scope are told apart", async () => {
  const { apiKey } = await story.done("apiKeys.create", { name: "r", scopes: ["plans:read"] });
  const codeWith = async (key: string | null) =>
    (await restDoor.call(service().url, "services.list", {}, key)).code;

  expect(await codeWith(null)).toBe("invalid_api_key");
  expect(await codeWith("usance_unknown")).toBe("invalid_api_key");
  expect(await codeWith(apiKey.secret)).toBe("missing_scope");
});

it("a success has no code", async () => {
  const answer = await story.call("services.list");

  expect(answer).toMatchObject({ status: 200, code: null, param: null });
});

it("each item of a batch has its code", async () => {
  const usage = story.usageOf(await story.aSubscription());
  const usageEvents = [usage, usage, { ...usage, quantity: "-1" }, "no event"];

  const { results } = await story.done("usageEvents.batch", { usageEvents });

  expect(results).toMatchObject([
    { status: 201 },
    { status: 409, code: "usage_event_already_recorded", param: "eventKey" },
    { status: 400, code: "invalid_parameter", param: "quantity" },
    { status: 400, code: "usage_event_not_json_object" },
  ]);
  expect(results[3]).not.toHaveProperty("param");
});

import { describe, expect, it } from "vitest";
import { doors } from "../harness/doors.ts";
import { useService } from "../harness/service.ts";
import { newReference, Story } from "../harness/story.ts";

/*
 * docs/specification.md, section 7: a test for each row of the error table, named after it, through both doors.
 * Each row defines a condition and a call. Two rows have their own files: any write (bodies.test.ts), and a
 * settlement that the chain refuses (create-settlement.test.ts). A conflicting service cannot occur: the only
 * unique field is the owner's e-mail address, and an existing owner is linked (create-service.test.ts).
 */

const unknownId = "k3v9x2m7q1t8w5z4b6n0c8r1";

interface Row {
  readonly endpoint: string;
  readonly status: number;
  readonly message: string;
  readonly condition: string;
  /** @returns the operation and the input that meet the condition */
  readonly request: (story: Story) => Promise<readonly [operation: string, input: unknown]>;
}

const usage = async (story: Story) => story.usageOf(await story.aSubscription());
const settlement = async (story: Story) => story.settlementOf(await story.anInvoice());
const without = (field: string, input: object) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => name !== field));

const rows: readonly Row[] = [
  {
    endpoint: "POST services",
    status: 400,
    message: "name is required.",
    condition: "name omitted",
    request: async () => ["services.create", { owner: { email: "dev@example.com" } }],
  },
  {
    endpoint: "POST services",
    status: 400,
    message: "status must be one of: DRAFT, ACTIVE, DISABLED.",
    condition: "invalid status",
    request: async () => ["services.create", { name: "A", status: "LIVE" }],
  },
  {
    endpoint: "POST services",
    status: 400,
    message: "ownerId or owner.email is required.",
    condition: "neither given",
    request: async () => ["services.create", { name: "A", owner: { name: "Ada" } }],
  },
  {
    endpoint: "POST plans",
    status: 400,
    message: "name is required.",
    condition: "name omitted",
    request: async (story) => ["plans.create", { serviceId: (await story.aService()).id }],
  },
  {
    endpoint: "POST plans",
    status: 400,
    message: "amount is required.",
    condition: "amount omitted",
    request: async (story) => [
      "plans.create",
      { serviceId: (await story.aService()).id, name: "A", pricingType: "NO" },
    ],
  },
  {
    endpoint: "POST plans",
    status: 400,
    message: "pricingType must be one of: FIXED_RECURRING, USAGE_BASED, ONE_TIME.",
    condition: "invalid value",
    request: async (story) => [
      "plans.create",
      { serviceId: (await story.aService()).id, name: "A", amount: 1, pricingType: "NO" },
    ],
  },
  {
    endpoint: "POST plans",
    status: 400,
    message: "billingInterval must be one of: MONTH, WEEK, DAY, NONE.",
    condition: "invalid value",
    request: async (story) => [
      "plans.create",
      {
        serviceId: (await story.aService()).id,
        name: "A",
        amount: 1,
        pricingType: "USAGE_BASED",
        billingInterval: "YEAR",
      },
    ],
  },
  {
    endpoint: "POST plans",
    status: 404,
    message: "Referenced database record was not found.",
    condition: "service not found",
    request: async () => [
      "plans.create",
      { serviceId: unknownId, name: "A", amount: 1, pricingType: "USAGE_BASED" },
    ],
  },
  {
    endpoint: "GET plans",
    status: 404,
    message: "Referenced database record was not found.",
    condition: "service not found",
    request: async () => ["plans.list", { serviceId: unknownId }],
  },
  {
    endpoint: "GET services/:id",
    status: 404,
    message: "Service was not found.",
    condition: "unknown id",
    request: async () => ["services.get", { serviceId: unknownId }],
  },
  {
    endpoint: "GET services/:id",
    status: 404,
    message: "Service was not found.",
    condition: "id in another case",
    request: async (story) => [
      "services.get",
      { serviceId: (await story.aService()).id.toUpperCase() },
    ],
  },
  {
    endpoint: "POST checkout-sessions",
    status: 400,
    message: "serviceId is required.",
    condition: "serviceId omitted",
    request: async () => ["checkoutSessions.create", { status: "PAID" }],
  },
  {
    endpoint: "POST checkout-sessions",
    status: 400,
    message: "paymentPlanId is required.",
    condition: "paymentPlanId omitted",
    request: async () => ["checkoutSessions.create", { serviceId: unknownId, status: "PAID" }],
  },
  {
    endpoint: "POST checkout-sessions",
    status: 400,
    message: "Checkout sessions can only be created with PENDING status.",
    condition: "non-PENDING status sent",
    request: async () => [
      "checkoutSessions.create",
      { serviceId: unknownId, paymentPlanId: unknownId, status: "PAID" },
    ],
  },
  {
    endpoint: "POST checkout-sessions",
    status: 404,
    message: "Payment plan was not found for the service.",
    condition: "plan missing",
    request: async (story) => [
      "checkoutSessions.create",
      { serviceId: (await story.aService()).id, paymentPlanId: unknownId },
    ],
  },
  {
    endpoint: "POST checkout-sessions",
    status: 404,
    message: "Payment plan was not found for the service.",
    condition: "plan of another service",
    request: async (story) => {
      const [service, other] = [await story.aService(), await story.aService()];
      const plan = await story.aPlan(other.id);
      return ["checkoutSessions.create", { serviceId: service.id, paymentPlanId: plan.id }];
    },
  },
  {
    endpoint: "POST checkout-sessions",
    status: 404,
    message: "Referenced database record was not found.",
    condition: "userId not found",
    request: async (story) => {
      const service = await story.aService();
      const plan = await story.aPlan(service.id);
      const input = { serviceId: service.id, paymentPlanId: plan.id, userId: unknownId };
      return ["checkoutSessions.create", input];
    },
  },
  {
    endpoint: "GET checkout-sessions/:id",
    status: 404,
    message: "Checkout session was not found.",
    condition: "unknown id",
    request: async () => ["checkoutSessions.get", { checkoutSessionId: unknownId }],
  },
  ...["serviceId", "subscriptionId", "userId", "eventKey", "quantity"].map(
    (field): Row => ({
      endpoint: "POST usage-events",
      status: 400,
      message: `${field} is required.`,
      condition: `${field} omitted`,
      request: async (story) => ["usageEvents.create", without(field, await usage(story))],
    }),
  ),
  {
    endpoint: "POST usage-events",
    status: 400,
    message: "Invoice does not match the usage event service and user.",
    condition: "invoice of another service or user",
    request: async (story) => [
      "usageEvents.create",
      { ...(await usage(story)), invoiceId: (await story.anInvoice()).id },
    ],
  },
  {
    endpoint: "POST usage-events",
    status: 404,
    message: "Subscription was not found for the service and user.",
    condition: "subscription of another user",
    request: async (story) => {
      const [own, other] = [await story.aSubscription(), await story.aSubscription()];
      return ["usageEvents.create", story.usageOf(own, { userId: other.userId })];
    },
  },
  {
    endpoint: "POST usage-events",
    status: 409,
    message: "A database record with these unique fields already exists.",
    condition: "subscriptionId + eventKey already recorded",
    request: async (story) => {
      const event = await usage(story);
      await story.done("usageEvents.create", event);
      return ["usageEvents.create", { ...event, quantity: "2" }];
    },
  },
  {
    endpoint: "GET invoices/:id",
    status: 404,
    message: "Invoice was not found.",
    condition: "unknown id",
    request: async () => ["invoices.get", { invoiceId: unknownId }],
  },
  ...(["invoiceId", "referenceHash"] as const).map(
    (field): Row => ({
      endpoint: "POST settlements",
      status: 400,
      message: `${field} is required.`,
      condition: `${field} omitted`,
      request: async (story) => ["settlements.create", without(field, await settlement(story))],
    }),
  ),
  ...["0x12", `${newReference()}0`, newReference().toUpperCase(), "no"].map(
    (referenceHash): Row => ({
      endpoint: "POST settlements",
      status: 400,
      message: "referenceHash must be a 32-byte hex value.",
      condition: `referenceHash ${referenceHash}`,
      request: async (story) => [
        "settlements.create",
        { ...(await settlement(story)), referenceHash },
      ],
    }),
  ),
  ...(["payerAddress", "merchantAddress"] as const).flatMap((field) =>
    [undefined, "", "0x123", `0x${"0".repeat(40)}`, 5].map(
      (value): Row => ({
        endpoint: "POST settlements",
        status: 400,
        message: `${field} must be a valid address.`,
        condition: `${field} ${String(value) || "empty"}`,
        request: async (story) => [
          "settlements.create",
          { ...(await settlement(story)), [field]: value },
        ],
      }),
    ),
  ),
  {
    endpoint: "POST settlements",
    status: 400,
    message: "Settlement payer must match the invoice user.",
    condition: "payerId differs from invoice userId",
    request: async (story) => [
      "settlements.create",
      { ...(await settlement(story)), payerId: unknownId },
    ],
  },
  {
    endpoint: "POST settlements",
    status: 400,
    message: "Settlement merchant must match the service owner.",
    condition: "merchantId differs from service ownerId",
    request: async (story) => [
      "settlements.create",
      { ...(await settlement(story)), merchantId: unknownId },
    ],
  },
  {
    endpoint: "POST settlements",
    status: 404,
    message: "Referenced database record was not found.",
    condition: "invoice not found",
    request: async (story) => ["settlements.create", story.settlementOf({ id: unknownId })],
  },
];

const service = useService();

describe.each(doors)("section 7 through $name", (door) => {
  const story = new Story(door, service);

  it.each(rows)("$endpoint: $status $message ($condition)", async (row) => {
    const [operation, input] = await row.request(story);

    const { status, body } = await story.call(operation, input);

    expect({ status, body }).toEqual({ status: row.status, body: { error: row.message } });
  });
});

import { describe, expect, it } from "vitest";
import { doors, operations, restDoor } from "../harness/doors.ts";
import { useService } from "../harness/service.ts";
import { newReference, Story } from "../harness/story.ts";

/*
 * docs/specification.md, section 7: a test for each row of the error table, named after it, through both doors, and the codes
 * by which programs tell errors apart. Two rows have their own files: any write (bodies.test.ts), and a settlement that the
 * chain refuses (create-settlement.test.ts). A conflicting service cannot occur: the only unique field is the owner's e-mail
 * address, and an existing owner is linked (services.test.ts).
 */

const unknownId = "k3v9x2m7q1t8w5z4b6n0c8r1";

type Row = readonly [
  condition: string,
  /** Status and message. */
  answer: string,
  input: object | ((story: Story) => Promise<object>),
  /** Code and field, if there is one. */
  code?: string,
];

const usage = async (story: Story) => story.usageOf(await story.aSubscription());
const settlement = async (story: Story) => story.settlementOf(await story.anInvoice());
const without = (field: string, input: object) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => name !== field));
/** The input of a plan of a new service. */
const planWith = (fields: object) => async (story: Story) => ({
  serviceId: (await story.aService()).id,
  name: "A",
  ...fields,
});
const settlementWith = (fields: object) => async (story: Story) => ({
  ...(await settlement(story)),
  ...fields,
});

const table: Readonly<Record<string, readonly Row[]>> = {
  "services.create": [
    [
      "name omitted",
      "400 name is required.",
      { owner: { email: "dev@example.com" } },
      "missing_parameter name",
    ],
    ["name blank", "400 name is required.", { name: " " }, "missing_parameter name"],
    [
      "invalid status",
      "400 status must be one of: DRAFT, ACTIVE, DISABLED.",
      { name: "A", status: "LIVE" },
    ],
    [
      "neither given",
      "400 ownerId or owner.email is required.",
      { name: "A", owner: { name: "Ada" } },
    ],
    [
      "nested field invalid",
      "400 owner.email must be a valid email address.",
      { name: "A", owner: { email: "?" } },
      "invalid_parameter owner.email",
    ],
    [
      "ownerId not found",
      "404 Referenced database record was not found.",
      { name: "A", ownerId: unknownId },
      "user_not_found ownerId",
    ],
  ],
  "plans.create": [
    ["name omitted", "400 name is required.", planWith({ name: undefined })],
    ["amount omitted", "400 amount is required.", planWith({ pricingType: "NO" })],
    [
      "invalid value",
      "400 pricingType must be one of: FIXED_RECURRING, USAGE_BASED, ONE_TIME.",
      planWith({ amount: 1, pricingType: "NO" }),
    ],
    [
      "invalid value",
      "400 billingInterval must be one of: MONTH, WEEK, DAY, NONE.",
      planWith({ amount: 1, pricingType: "USAGE_BASED", billingInterval: "YEAR" }),
    ],
    [
      "fields that contradict each other",
      "400 billingInterval must be NONE for ONE_TIME plans.",
      planWith({ amount: 1, pricingType: "ONE_TIME", billingInterval: "MONTH" }),
      "one_time_plan_with_interval billingInterval",
    ],
    [
      "service not found",
      "404 Referenced database record was not found.",
      { serviceId: unknownId, name: "A", amount: 1, pricingType: "USAGE_BASED" },
      "service_not_found serviceId",
    ],
  ],
  "plans.list": [
    [
      "service not found",
      "404 Referenced database record was not found.",
      { serviceId: unknownId },
    ],
  ],
  "services.get": [
    ["unknown id", "404 Service was not found.", { serviceId: unknownId }],
    [
      "id in another case",
      "404 Service was not found.",
      async (story) => ({ serviceId: (await story.aService()).id.toUpperCase() }),
    ],
  ],
  "checkoutSessions.create": [
    ["serviceId omitted", "400 serviceId is required.", { status: "PAID" }],
    [
      "paymentPlanId omitted",
      "400 paymentPlanId is required.",
      { serviceId: unknownId, status: "PAID" },
    ],
    [
      "non-PENDING status sent",
      "400 Checkout sessions can only be created with PENDING status.",
      { serviceId: unknownId, paymentPlanId: unknownId, status: "PAID" },
    ],
    [
      "plan missing",
      "404 Payment plan was not found for the service.",
      async (story) => ({ serviceId: (await story.aService()).id, paymentPlanId: unknownId }),
    ],
    [
      "plan of another service",
      "404 Payment plan was not found for the service.",
      async (story) => {
        const { id: serviceId } = await story.aService();
        const { id: paymentPlanId } = await story.aPlan((await story.aService()).id);
        return { serviceId, paymentPlanId };
      },
    ],
    [
      "userId not found",
      "404 Referenced database record was not found.",
      async (story) => {
        const { id: serviceId } = await story.aService();
        const { id: paymentPlanId } = await story.aPlan(serviceId);
        return { serviceId, paymentPlanId, userId: unknownId };
      },
    ],
  ],
  "checkoutSessions.get": [
    ["unknown id", "404 Checkout session was not found.", { checkoutSessionId: unknownId }],
  ],
  "usageEvents.create": [
    ...["serviceId", "subscriptionId", "userId", "eventKey", "quantity"].map(
      (field): Row => [
        `${field} omitted`,
        `400 ${field} is required.`,
        async (story) => without(field, await usage(story)),
      ],
    ),
    [
      "invoice of another service or user",
      "400 Invoice does not match the usage event service and user.",
      async (story) => ({ ...(await usage(story)), invoiceId: (await story.anInvoice()).id }),
    ],
    [
      "subscription of another user",
      "404 Subscription was not found for the service and user.",
      async (story) => {
        const { userId } = await story.aSubscription();
        return { ...(await usage(story)), userId };
      },
    ],
    [
      "subscriptionId + eventKey already recorded",
      "409 A database record with these unique fields already exists.",
      async (story) => {
        const event = await usage(story);
        await story.done("usageEvents.create", event);
        return { ...event, quantity: "2" };
      },
      "usage_event_already_recorded eventKey",
    ],
  ],
  "invoices.create": [
    [
      "PAID status sent",
      "400 Invoices cannot be created with PAID status.",
      async (story) => {
        const { serviceId, paymentPlanId, userId } = await story.aSubscription();
        return { serviceId, paymentPlanId, userId, amount: "1", status: "PAID" };
      },
      "invoice_created_paid status",
    ],
  ],
  "invoices.list": [
    [
      "query parameter invalid",
      "400 limit must be a whole number from 1 to 100.",
      { limit: "many" },
      "invalid_parameter limit",
    ],
  ],
  "invoices.get": [["unknown id", "404 Invoice was not found.", { invoiceId: unknownId }]],
  "settlements.create": [
    ...["invoiceId", "referenceHash"].map(
      (field): Row => [
        `${field} omitted`,
        `400 ${field} is required.`,
        async (story) => without(field, await settlement(story)),
      ],
    ),
    ...["0x12", `${newReference()}0`, newReference().toUpperCase(), "no"].map(
      (referenceHash): Row => [
        `referenceHash ${referenceHash}`,
        "400 referenceHash must be a 32-byte hex value.",
        settlementWith({ referenceHash }),
      ],
    ),
    ...["payerAddress", "merchantAddress"].flatMap((field) =>
      [undefined, "", "0x123", `0x${"0".repeat(40)}`, 5].map(
        (value): Row => [
          `${field} ${String(value) || "empty"}`,
          `400 ${field} must be a valid address.`,
          settlementWith({ [field]: value }),
          `${value === undefined ? "missing" : "invalid"}_parameter ${field}`,
        ],
      ),
    ),
    [
      "payerId differs from invoice userId",
      "400 Settlement payer must match the invoice user.",
      settlementWith({ payerId: unknownId }),
    ],
    [
      "merchantId differs from service ownerId",
      "400 Settlement merchant must match the service owner.",
      settlementWith({ merchantId: unknownId }),
    ],
    [
      "invoice not found",
      "404 Referenced database record was not found.",
      settlementWith({ invoiceId: unknownId }),
      "invoice_not_found invoiceId",
    ],
    [
      "reference of another invoice's settlement",
      "409 A database record with these unique fields already exists.",
      async (story) => {
        const { id, serviceId, paymentPlanId, userId } = await story.anInvoice();
        const input = story.settlementOf({ id });
        await story.done("settlements.create", input);
        const fields = { serviceId, paymentPlanId, userId, amount: "1", status: "OPEN" };
        const { invoice } = await story.done("invoices.create", fields);
        return { ...input, invoiceId: invoice.id };
      },
      "reference_already_used referenceHash",
    ],
  ],
};

const rows = Object.entries(table).flatMap(([operation, ofOperation]) =>
  ofOperation.map(([condition, answer, input, code]) => {
    const { method, path } = operations[operation] ?? {};
    return { name: `${method} ${path}: ${answer} (${condition})`, operation, answer, input, code };
  }),
);

const service = useService();

describe.each(doors)("section 7 through $name", (door) => {
  const story = new Story(door, service);

  it.each(rows)("$name", async ({ operation, answer, input, code }) => {
    const sent = typeof input === "function" ? await input(story) : input;

    const { status, body, ...told } = await story.call(operation, sent);

    expect(`${status} ${body.error}`).toBe(answer);
    expect(Object.keys(body)).toEqual(["error"]);
    if (code !== undefined) expect(`${told.code} ${told.param}`).toBe(code);
  });
});

it("a missing key, an unknown one and one without the scope are told apart", async () => {
  const story = new Story(restDoor, service);
  const { apiKey } = await story.done("apiKeys.create", { name: "r", scopes: ["plans:read"] });
  const codeWith = async (key: string | null) =>
    (await restDoor.call(service().url, "services.list", {}, key)).code;

  expect(await codeWith(null)).toBe("invalid_api_key");
  expect(await codeWith("usance_unknown")).toBe("invalid_api_key");
  expect(await codeWith(apiKey.secret)).toBe("missing_scope");
  expect(await story.call("services.list")).toMatchObject({ status: 200, code: null, param: null });
});

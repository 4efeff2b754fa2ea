import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  IdempotencyMismatchError,
  NotFoundError,
  PayloadTooLargeError,
  PaymentRequiredError,
  RateLimitedError,
  ServerError,
  ServiceUnavailableError,
  UnauthorizedError,
  UnexpectedAnswerError,
  type UsanceClient,
  UsanceError,
  usanceClient,
} from "@usance/sdk";
import { describe, expect, it } from "vitest";
import { aSubscriber, invoiceOf } from "../../../apps/api/test/harness/a-subscriber.ts";
import { forRows } from "../../../apps/api/test/harness/for-rows.ts";
import { testKey, useService } from "../../../apps/api/test/harness/service.ts";
import { useFaultyProxy } from "./faulty-proxy.ts";

const service = useService();
const proxy = useFaultyProxy(service);

const unknown = "k3v9x2m7q1t8w5z4b6n0c8r1";
const named = (name: string) =>
  ({ serviceId: unknown, name, amount: "1", pricingType: "ONE_TIME" }) as const;

it("names the limit that refused a usage event", async () => {
  const usance = proxy().client();
  const { id: subscriptionId, serviceId, userId } = await aSubscriber(usance);
  const limit = {
    serviceId,
    measure: "count",
    max: "0",
    window: "ever",
    action: "REJECT",
  } as const;
  await usance.limits.set({ name: "none", scope: "service", ...limit });
  const event = { serviceId, subscriptionId, userId, eventKey: "requests:1", quantity: "1" };

  const refused = await usance.usageEvents.create(event).catch((error: unknown) => error);

  expect(refused).toBeInstanceOf(PaymentRequiredError);
  expect(refused).toMatchObject({
    code: "limit_reached",
    limit: {
      name: "none",
      max: "0.000000",
      used: "0.000000",
      remaining: "0.000000",
      resetsAt: null,
    },
  });
});

describe("a refusal of the service throws an error for its status, with message and request id", () => {
  it("each status rejects with its own error class", () =>
    forRows<[typeof UsanceError, number, string, (usance: UsanceClient) => PromiseLike<unknown>]>(
      [
        [
          BadRequestError,
          400,
          "amount must be a non-negative decimal with at most six decimal places.",
          (usance) => usance.plans.create({ ...named("Plan"), amount: "0.0000001" }),
        ],
        [
          UnauthorizedError,
          401,
          "A valid API key is required.",
          () => usanceClient({ baseUrl: service().url }).invoices.list(),
        ],
        [
          ForbiddenError,
          403,
          "This API key may not perform this operation.",
          async (usance) => {
            const { serviceId } = await aSubscriber(usance);
            const { ownerId } = await usance.services.get({ serviceId });
            const scopes = ["invoices:read" as const];
            const { secret } = await usance.apiKeys.create({
              name: "reader",
              userId: ownerId,
              scopes,
            });
            const reader = usanceClient({ baseUrl: service().url, apiKey: secret ?? undefined });
            return reader.services.list();
          },
        ],
        [
          NotFoundError,
          404,
          "Service was not found.",
          (usance) => usance.services.get({ serviceId: unknown }),
        ],
        [
          ConflictError,
          409,
          "Invoice cannot move from VOID to VOID.",
          async (usance) => {
            const invoice = await usance.invoices.create(invoiceOf(await aSubscriber(usance)));
            await usance.invoices.void({ invoiceId: invoice.id });
            return usance.invoices.void({ invoiceId: invoice.id });
          },
        ],
        [
          PayloadTooLargeError,
          413,
          "Request body is too large.",
          (usance) => usance.plans.create(named("x".repeat(2 ** 20))),
        ],
        [
          IdempotencyMismatchError,
          422,
          "Idempotency-Key was used with another request.",
          async (usance) => {
            const invoice = invoiceOf(await aSubscriber(usance));
            const options = { idempotencyKey: crypto.randomUUID() };
            await usance.invoices.create(invoice, options);
            return usance.invoices.create({ ...invoice, amount: "1" }, options);
          },
        ],
      ],
      async (Class, status, message, call) => {
        const usance = usanceClient({ baseUrl: service().url, apiKey: testKey });

        const error = await Promise.resolve(call(usance)).catch((thrown: unknown) => thrown);

        expect(error).toBeInstanceOf(Class);
        expect(error).toBeInstanceOf(UsanceError);
        expect(error).toMatchObject({ name: Class.name, status, message });
        expect(error).toMatchObject({ requestId: expect.stringMatching(/^\S+$/) });
      },
    ));
});

it("errors with the same status, or the same message, are told apart by code and param", async () => {
  const usance = usanceClient({ baseUrl: service().url, apiKey: testKey });
  const refused = (call: PromiseLike<unknown>) =>
    Promise.resolve(call).then(
      () => null,
      ({ code, param }: UsanceError) => ({ code, param }),
    );

  expect(await refused(usance.services.create({ name: "A", owner: { email: "?" } }))).toEqual({
    code: "invalid_parameter",
    param: "owner.email",
  });
  expect(await refused(usance.plans.create(named("Plan")))).toEqual({
    code: "service_not_found",
    param: "serviceId",
  });
  expect(await refused(usance.services.create({ name: "A", ownerId: unknown }))).toEqual({
    code: "user_not_found",
    param: "ownerId",
  });
  expect(await refused(usanceClient({ baseUrl: service().url }).services.list())).toEqual({
    code: "invalid_api_key",
    param: null,
  });
});

it("a caller's own request id is the error's", async () => {
  const usance = usanceClient({ baseUrl: service().url, apiKey: testKey });
  const headers = { "X-Request-Id": "order-7" };

  const call = usance.invoices.get({ invoiceId: unknown }, { headers });

  await expect(call).rejects.toMatchObject({ requestId: "order-7", idempotencyKey: null });
});

describe("a response from a proxy throws its own error", () => {
  const at = new Date(Date.now() + 60_000).toUTCString();
  it("a response says whether to try again, and when", () =>
    forRows<[number, Record<string, string>, typeof UsanceError, object]>(
      [
        [429, { "retry-after": "7" }, RateLimitedError, { retryAfter: 7 }],
        [503, { "retry-after": at }, ServiceUnavailableError, { retryAfter: expect.any(Number) }],
        [503, {}, ServerError, { retryAfter: null, message: "The service answered 503." }],
        [502, {}, ServerError, { location: null, code: null, param: null }],
        [413, {}, PayloadTooLargeError, {}],
        [404, {}, UnexpectedAnswerError, { message: "The service answered 404." }],
        [301, { location: "https://elsewhere.example.com/" }, UnexpectedAnswerError, {}],
        [
          200,
          {},
          UnexpectedAnswerError,
          { message: expect.stringContaining("is not the Usance API.") },
        ],
      ],
      async (status, headers, Class, facts) => {
        proxy().calls.length = 0;
        proxy().faults = [{ status, headers }];

        const call = proxy().client({ maxRetries: 0 }).health();
        const error = await call.catch((thrown: unknown) => thrown);

        expect(error).toBeInstanceOf(Class);
        expect(error).toMatchObject({ status, ...facts });
        expect(proxy().calls).toHaveLength(1);
      },
    ));

  it("a lost connection and another service name the origin without credentials", async () => {
    const baseUrl = "https://user:secret@billing.example.com:8443/usance";
    const to = (fetch: () => Promise<Response>) =>
      usanceClient({ baseUrl, fetch, maxRetries: 0 }).health();

    await expect(to(() => Promise.reject(new TypeError("fetch failed")))).rejects.toMatchObject({
      name: "ConnectionError",
      message: "No answer came from https://billing.example.com:8443.",
      status: null,
    });
    await expect(to(() => Promise.resolve(new Response("<html>")))).rejects.toThrow(
      "What answers at https://billing.example.com:8443 is not the Usance API.",
    );
  });

  it("JSON in another format", async () => {
    proxy().faults = [{ status: 200, body: '{"hello": "world"}' }];

    await expect(proxy().client().events.list()).rejects.toThrow(UnexpectedAnswerError);
  });
});

it("an invalid base URL or header value is refused when the client is created", () => {
  expect(() => usanceClient({ baseUrl: "billing" })).toThrow(TypeError);
  expect(() => usanceClient({ baseUrl: "localhost:3000" })).toThrow(TypeError);
  for (const end of ["", "/", "//"]) {
    expect(() => usanceClient({ baseUrl: `https://billing.example.com/api/v1${end}` })).toThrow(
      new TypeError("baseUrl must not end with /api/v1."),
    );
  }
  expect(() => usanceClient({ baseUrl: "http://localhost", apiKey: "two\nlines" })).toThrow(
    TypeError,
  );
});

it("a service that is not ready is reported, and called once", async () => {
  const body = JSON.stringify({ ready: false, reasons: ["The database does not answer."] });
  proxy().faults = [{ status: 503, body, headers: { "retry-after": "1" } }];

  const { ready, reasons } = await proxy().client().ready();

  expect({ ready, reasons }).toEqual(JSON.parse(body));
  expect(proxy().calls).toHaveLength(1);
});

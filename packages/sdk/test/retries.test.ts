import {
  ConnectionError,
  NotFoundError,
  RateLimitedError,
  ServiceUnavailableError,
  TimeoutError,
} from "@usance/sdk";
import { describe, expect, it } from "vitest";
import {
  aSubscriber,
  invoiceOf,
  settlementOf,
} from "../../../apps/api/test/harness/a-subscriber.ts";
import { forRows } from "../../../apps/api/test/harness/for-rows.ts";
import { useService } from "../../../apps/api/test/harness/service.ts";
import { until } from "../../../apps/api/test/harness/until.ts";
import { type Fault, useFaultyProxy } from "./faulty-proxy.ts";

const service = useService();
const proxy = useFaultyProxy(service);

const stillRunning = {
  status: 409,
  headers: { "retry-after": "0" },
  body: '{"error": "A request with this Idempotency-Key is still running."}',
};

describe("a retried POST executes once", () => {
  it("whatever goes wrong with its attempts", () =>
    forRows<[string, Fault[]]>(
      [
        ["its connection is cut before the service receives it", ["cut"]],
        ["its connection is cut after the service has executed it", ["lost"]],
        ["its response does not arrive in time", ["silent"]],
        ["a gateway responds with 503", [{ status: 503 }]],
        ["a gateway responds with 502 after the connection was cut", ["lost", { status: 502 }]],
        [
          "the response is 429 with Retry-After",
          [{ status: 429, headers: { "retry-after": "0" } }],
        ],
        ["an earlier attempt is still running", [stillRunning]],
        ["several of these happen in a row", ["lost", { status: 503 }, "cut"]],
      ],
      async (_, faults) => {
        const usance = proxy().client(faults.includes("silent") ? { timeoutMs: 2_000 } : {});
        const subscriber = await aSubscriber(usance);
        proxy().calls.length = 0;
        proxy().faults = [...faults];

        const invoice = await usance.invoices.create(invoiceOf(subscriber));

        const tries = proxy().calls.length;
        expect(tries).toBe(faults.length + 1);
        expect(new Set(proxy().calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
        const { invoices } = await usance.invoices.list({ subscriptionId: subscriber.id });
        expect(invoices.map(({ id }) => id)).toEqual([invoice.id]);
      },
    ));

  it("for a settlement: the retry gets the settlement of the first attempt", async () => {
    const usance = proxy().client();
    const invoice = await usance.invoices.create(invoiceOf(await aSubscriber(usance)));
    proxy().faults = ["lost"];

    const { settlement, chain } = await usance.settlements.create(settlementOf(invoice));

    expect(settlement).toMatchObject({ status: "CONFIRMED", invoice: { status: "PAID" } });
    expect(chain).toMatchObject({ receiptStatus: "success" });
    expect(await Array.fromAsync(usance.settlements.list({ invoiceId: invoice.id }))).toHaveLength(
      1,
    );
  });
});

it("a GET and a PATCH are retried", async () => {
  const usance = proxy().client();
  const { serviceId } = await aSubscriber(usance);

  proxy().faults = ["lost"];
  const updated = await usance.services.update({ serviceId, name: "Climate API" });
  proxy().faults = ["cut", { status: 504 }];
  const read = await usance.services.get({ serviceId });

  expect(read).toEqual(updated);
  expect(read.name).toBe("Climate API");
});

it("a DELETE whose response is lost, or 503, is not retried: it may have run, and would get a 404", async () => {
  const usance = proxy().client();
  const { serviceId } = await aSubscriber(usance);
  const url = "https://example.com/hook";
  for (const [fault, Class] of [
    ["lost", ConnectionError],
    [{ status: 503 }, ServiceUnavailableError],
  ] as const) {
    const { id: webhookEndpointId } = await usance.webhookEndpoints.create({ url, serviceId });
    proxy().calls.length = 0;
    proxy().faults = [fault];

    await expect(usance.webhookEndpoints.delete({ webhookEndpointId })).rejects.toThrow(Class);

    expect(proxy().calls).toHaveLength(1);
  }
});

describe("a call that fails", () => {
  it("rejects after its last attempt, and can be continued with its key", async () => {
    const usance = proxy().client({ maxRetries: 1 });
    const subscriber = await aSubscriber(usance);
    proxy().faults = ["lost", "cut"];

    const error = await usance.invoices.create(invoiceOf(subscriber)).catch((thrown) => thrown);

    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ status: null, cause: expect.any(TypeError) });
    const { idempotencyKey } = error;
    const invoice = await usance.invoices.create(invoiceOf(subscriber), { idempotencyKey });
    const { invoices } = await usance.invoices.list({ subscriptionId: subscriber.id });
    expect(invoices.map(({ id }) => id)).toEqual([invoice.id]);
  });

  it("rejects with TimeoutError if no attempt gets a response in time", async () => {
    const usance = proxy().client({ timeoutMs: 50, maxRetries: 1 });
    proxy().faults = ["silent", "silent"];

    await expect(usance.health()).rejects.toThrow(TimeoutError);

    expect(proxy().calls).toHaveLength(2);
  });

  it("rejects at once if the service asks for a longer wait than an attempt may take", async () => {
    proxy().faults = [{ status: 429, headers: { "retry-after": "3600" } }];

    const error = await proxy()
      .client()
      .health()
      .catch((thrown) => thrown);

    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({ status: 429, retryAfter: 3_600 });
    expect(proxy().calls).toHaveLength(1);
  });

  it("rejects with the signal's reason if it is aborted, before and during the call", async () => {
    const usance = proxy().client();
    const reason = new Error("The visitor has left.");
    await expect(usance.health({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(proxy().calls).toHaveLength(0);

    const abort = new AbortController();
    proxy().faults = ["silent", { status: 503, headers: { "retry-after": "60" } }];
    const calls = [1, 2].map(() => usance.health({}, { signal: abort.signal }));
    await until(() => expect(proxy().calls).toHaveLength(2));
    abort.abort(reason);

    for (const call of calls) await expect(call).rejects.toBe(reason);
    expect(proxy().calls).toHaveLength(2);
  });

  it("is not retried after a refusal", async () => {
    const usance = proxy().client();

    await expect(usance.invoices.get({ invoiceId: "unknown" })).rejects.toThrow(NotFoundError);

    expect(proxy().calls).toHaveLength(1);
  });
});

it("an id that is missing or changes the path is refused before sending", async () => {
  const usance = proxy().client();

  for (const invoiceId of ["", "..", "."]) {
    await expect(usance.invoices.get({ invoiceId })).rejects.toThrow("invoiceId is required.");
  }
  await expect(usance.invoices.get({ invoiceId: "a/../b?c#d" })).rejects.toThrow(NotFoundError);

  expect(proxy().calls.map(({ path }) => path)).toEqual(["/api/v1/invoices/a%2F..%2Fb%3Fc%23d"]);
});

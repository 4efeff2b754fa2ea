import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inputs } from "../access/inputs.ts";
import { aCheckout, monthly, signed } from "../harness/checkout.ts";
import { doors, restDoor } from "../harness/doors.ts";
import { aPayer } from "../harness/payer.ts";
import { useReceiver } from "../harness/receiver.ts";
import { testKey } from "../harness/service.ts";
import { Story } from "../harness/story.ts";
import { until } from "../harness/until.ts";
import { Canaries } from "./canaries.ts";
import { type Span, startCollector } from "./collector.ts";
import { startTalkative, type Talkative } from "./process.ts";

/*
 * Makes every call, through both doors, valid and invalid, with faults of the database and the chain. Then searches
 * all output of the process for secrets.
 */

const receiver = useReceiver();
const canaries = new Canaries();
const badAnswers: string[] = [];
let service: Talkative;
let withProvider: Talkative;
let collector: Awaited<ReturnType<typeof startCollector>>;
let metrics: string;
let lines: Record<string, unknown>[];
let spans: Span[];

const traced = { trace: "0af7651916cd43dd8448eb211c80319c", span: "b7ad6b7169203331" };

beforeAll(async () => {
  collector = await startCollector();
  service = await startTalkative(collector.url, "direct");
  withProvider = await startTalkative(collector.url, "provider");
  for (const { secrets } of [service, withProvider]) {
    for (const [kind, secret] of Object.entries(secrets)) canaries.add(kind, secret);
  }
  const stories = doors.map((door) => new Story(canaries.behind(door), service.service));
  const [rest = never(), trpc = never()] = stories;

  const provided = settleByProvider();
  await useEverything(rest, trpc);
  await pay(rest);
  await beTold(rest);
  await askWrongly();
  await loseTables(rest, trpc);
  await loseTheChain(rest);
  await provided;

  const pages = [service, withProvider].map(async ({ metricsUrl }) =>
    (await fetch(metricsUrl)).text(),
  );
  metrics = (await Promise.all(pages)).join("\n");
  await noteStored();
  await Promise.all([service.end(), withProvider.end()]);
  lines = `${service.out()}${withProvider.out()}`
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
  spans = collector.spans();
}, 120_000);

afterAll(async () => {
  await Promise.all([service.stop(), withProvider.stop()]);
  collector.stop();
});

function never(): never {
  throw new Error("There are two doors.");
}

/** Every operation through one door, and every third through the other: behind the doors they are the same. */
async function useEverything(rest: Story, trpc: Story): Promise<void> {
  for (const [index, [operation, inputOf]] of Object.entries(inputs).entries()) {
    await rest.done(operation, await inputOf(rest));
    if (index % 3 === 0) await trpc.done(operation, await inputOf(trpc));
  }
}

/** A payment under a cap on the checkout page, and some that are refused for their signatures. */
async function pay(rest: Story): Promise<void> {
  const payer = await aPayer(service.service());
  const { checkoutSessionId } = await aCheckout(rest, monthly);
  canaries.add("checkout session's id", checkoutSessionId); // anyone with the id can view the page
  const input = await signed(rest, checkoutSessionId, payer, "100");
  const { payment } = await signed(rest, checkoutSessionId, payer);
  const { cap, ...paying } = input;
  const signature = `0x${"1b".repeat(65)}`;
  for (const wrong of [
    { payment: { ...payment, signature } },
    { cap: { ...cap, signature } },
    { cap: { ...cap, permit: { ...cap?.permit, signature } } },
  ]) {
    expect((await rest.call("checkout.pay", { ...paying, ...wrong })).status).toBe(400);
  }
  await rest.done("checkout.pay", input);
  await until(async () => {
    const { checkoutSession } = await rest.done("checkoutSessions.get", { checkoutSessionId });
    return checkoutSession.status === "PAID";
  });
}

/** Webhooks to an endpoint whose address contains a secret, as some do. */
async function beTold(rest: Story): Promise<void> {
  const path = `/c4nary-${randomBytes(8).toString("hex")}`;
  canaries.add("secret of an endpoint's address", path);
  const endpoint = await rest.aWebhookEndpoint({ url: receiver().url + path });
  await rest.done("webhookEndpoints.test", { webhookEndpointId: endpoint.id });
  await until(() => receiver().received.some((webhook) => webhook.path === path));
  for (const { headers } of receiver().received) {
    canaries.add("webhook signature", String(headers["webhook-signature"]));
  }
}

/** Secrets in wrong places, as callers send them by mistake. */
async function askWrongly(): Promise<void> {
  const key = `usance_${randomBytes(18).toString("hex")}`;
  const email = "c4nary@mail.example.com";
  canaries.add("API key", key);
  canaries.add("e-mail", email);
  const ask = async (path: string, init: RequestInit) => {
    const response = await fetch(service.url + path, init);
    const said = await response.text();
    // tRPC's own errors repeat the path of the call to the caller.
    if (response.status >= 400 && !path.startsWith("/trpc/")) badAnswers.push(said);
  };
  const authorization = { Authorization: `Bearer ${testKey}` };
  const type = { "Content-Type": "application/json" };
  for (const path of [`/${key}`, `/api/v1/services/${key}`, `/trpc/${key}`, `/checkout/${email}`]) {
    await ask(`${path}?key=${key}&email=${email}`, { headers: authorization });
  }
  await ask("/api/v1/services", { headers: { Authorization: `Bearer ${key}` } });
  await ask("/api/v1/services", { headers: { ...authorization, "X-Request-Id": key } });
  for (const body of [
    `{"name": "${email}", `,
    JSON.stringify({ owner: { email: [email] }, key }),
  ]) {
    await ask("/api/v1/services", { method: "POST", headers: { ...authorization, ...type }, body });
  }
}

/** A database error contains the statement, and the row that it refuses. */
async function loseTables(rest: Story, trpc: Story): Promise<void> {
  const subscription = await rest.aSubscription();
  const email = `c4nary-${randomBytes(4).toString("hex")}@example.com`;
  for (const [table, operation, input] of [
    ["users", "services.create", { name: "A", owner: { email } }],
    ["webhook_endpoints", "webhookEndpoints.create", { url: "https://example.com/c4nary" }],
    ["usage_events", "usageEvents.create", rest.usageOf(subscription, { eventKey: email })],
    ["api_keys", "apiKeys.create", { name: email, scopes: ["*"] }],
    ["audit_events", "services.create", { name: "A", owner: { email } }],
  ] as const) {
    for (const [story, breaks, mends] of [
      [rest, `ALTER TABLE ${table} RENAME TO gone`, `ALTER TABLE gone RENAME TO ${table}`],
      [
        trpc,
        `ALTER TABLE ${table} ADD CONSTRAINT takes_none CHECK (false) NOT VALID`,
        `ALTER TABLE ${table} DROP CONSTRAINT takes_none`,
      ],
    ] as const) {
      await service.sql(breaks);
      const { status, body } = await story.call(operation, input);
      await service.sql(mends);
      expect(status).toBe(500);
      badAnswers.push(JSON.stringify(body));
    }
  }
}

/** A node that does not respond, responds with nonsense, or repeats the request in its error. */
async function loseTheChain(rest: Story): Promise<void> {
  const settlements = await Promise.all(
    [1, 2, 3, 4].map(async () => rest.settlementOf(await rest.anInvoice())),
  );
  const mishaps = ["cut", "busy", "garbage"] as const;
  service.proxy.fault = ({ method, params }) => {
    const said = JSON.stringify(params);
    if (method === "eth_estimateGas") {
      const whose = settlements.findIndex(({ referenceHash }) =>
        said.includes(referenceHash.slice(2)),
      );
      return mishaps[whose] ?? null;
    }
    const isSend = method === "eth_sendRawTransaction";
    return isSend ? { code: -32000, message: `cannot take ${said}` } : null;
  };
  const statuses = await Promise.all(
    settlements.map(async (settlement) => {
      const response = await fetch(`${service.url}/api/v1/settlements`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${testKey}`,
          "Content-Type": "application/json",
          "X-Request-Id": "the-traced-one",
          traceparent: `00-${traced.trace}-${traced.span}-01`,
        },
        body: JSON.stringify(settlement),
      });
      badAnswers.push(await response.text());
      return response.status;
    }),
  );
  expect(statuses).toEqual([500, 500, 500, 500]);
  service.proxy.fault = null;
}

/** A wallet provider that works, and one that does not. */
async function settleByProvider(): Promise<void> {
  const story = new Story(canaries.behind(restDoor), withProvider.service);
  const settle = async () =>
    story.call("settlements.create", story.settlementOf(await story.anInvoice()));
  expect((await settle()).status).toBe(201);
  for (const mishap of ["error", "garbage"]) {
    await withProvider.fail({ execute: { answer: mishap, taken: false } });
    const { status, body } = await settle();
    expect(status).toBe(500);
    badAnswers.push(JSON.stringify(body));
  }
}

/** Values of the database that callers never see. */
async function noteStored(): Promise<void> {
  for (const [kind, select] of [
    ["signed transaction", "SELECT raw AS text FROM settlement_transactions"],
    ["signature", "SELECT signature AS text FROM spending_caps"],
    ["signature", "SELECT call_data AS text FROM settlements WHERE call_data IS NOT NULL"],
    ["sealed secret", "SELECT secret AS text FROM webhook_endpoints"],
    ["e-mail", "SELECT email AS text FROM users"],
  ] as const) {
    for (const { text } of await service.sql(select)) canaries.add(kind, String(text));
  }
}

it("searches for every sensitive value", () => {
  expect(canaries.kinds).toEqual(
    [
      "API key",
      "RPC key",
      "WEBHOOK_SECRETS_KEY",
      "bootstrap key",
      "checkout session's id",
      "collector's token",
      "database address",
      "database password",
      "e-mail",
      "entity secret",
      "mail server's password",
      "provider's key",
      "sealed secret",
      "secret of an endpoint's address",
      "signature",
      "signed transaction",
      "signer's key",
      "webhook secret",
      "webhook signature",
    ].sort(),
  );
});

describe("no sensitive value is in", () => {
  it("the log at its most detailed level", () => {
    expect(lines.length).toBeGreaterThan(300);
    const failed = lines.filter(({ msg }) => msg === "operation failed unexpectedly");
    expect(failed.length).toBeGreaterThanOrEqual(10);
    expect(lines.filter(({ msg }) => msg === "chain unavailable").length).toBeGreaterThanOrEqual(4);
    expect(canaries.foundIn(JSON.stringify(lines))).toEqual([]);
  });

  it("the output of the process", () => {
    expect(canaries.foundIn(service.out() + withProvider.out())).toEqual([]);
    expect(service.err() + withProvider.err()).toBe("");
  });

  it("its metrics", () => {
    expect(metrics).toContain("usance_http_request_duration_seconds_count");
    expect(canaries.foundIn(metrics)).toEqual([]);
  });

  it("its traces", () => {
    expect(spans.length).toBeGreaterThan(300);
    const bodies = collector.requests.map(({ body }) => body).join("\n");
    expect(canaries.foundIn(bodies)).toEqual([]);
  });

  it("error responses", () => {
    expect(badAnswers.length).toBeGreaterThanOrEqual(18);
    expect(canaries.foundIn(badAnswers.join("\n"))).toEqual([]);
  });
});

it("is detected in any of them", () => {
  const seen = canaries.foundIn(
    `${service.secrets["database password"]} of c4nary@mail.example.com`,
  );

  expect(seen).toEqual(["database password", "e-mail"]);
});

describe("a traced request", () => {
  const ofTrace = () => spans.filter(({ traceId }) => traceId === traced.trace);
  const childrenOf = ({ spanId }: Span) =>
    ofTrace().filter(({ parentSpanId }) => parentSpanId === spanId);

  it("continues its caller's trace", () => {
    const requests = ofTrace().filter(({ kind }) => kind === 2);
    expect(requests.length).toBe(4);
    for (const request of requests) {
      expect(request).toMatchObject({
        name: "POST /api/v1/settlements",
        parentSpanId: traced.span,
        status: { code: 2 },
        attributes: {
          "http.request.method": "POST",
          "http.route": "/api/v1/settlements",
          "http.response.status_code": 500,
          "usance.door": "rest",
          "usance.request_id": "the-traced-one",
        },
      });
    }
  });

  it("contains its operation, with its database and chain calls", () => {
    const operations = ofTrace()
      .filter(({ kind }) => kind === 2)
      .flatMap(childrenOf);
    expect(operations.map(({ name }) => name)).toEqual(Array(4).fill("settlements.create"));
    const done = operations.map((operation) => childrenOf(operation).map(({ name }) => name));
    expect(done.find((names) => names.includes("eth_sendRawTransaction"))).toEqual(
      expect.arrayContaining([
        "transaction",
        "commitSubmissions",
        "eth_estimateGas",
        "eth_sendRawTransaction",
      ]),
    );
    const unanswered = ofTrace().find(
      ({ name, status }) => name === "eth_estimateGas" && status.code === 2,
    );
    expect(unanswered?.attributes).toMatchObject({
      "rpc.method": "eth_estimateGas",
      "error.type": "HttpRequestError",
    });
  });

  it("is named in every log line it causes", () => {
    const caused = lines.filter(({ reqId }) => reqId === "the-traced-one");
    expect(caused.length).toBeGreaterThanOrEqual(8);
    expect(new Set(caused.map(({ traceId }) => traceId))).toEqual(new Set([traced.trace]));
  });
});

it("passes its trace to webhooks, and to nobody else", () => {
  const [told = never()] = receiver().received;
  const [, traceId, spanId] =
    /^00-(\w{32})-(\w{16})-01$/.exec(String(told.headers.traceparent)) ?? [];
  const sent = spans.find((span) => span.traceId === traceId && span.spanId === spanId);
  expect(sent).toMatchObject({ name: "POST", kind: 3 });
  const delivery = spans.find((span) => span.spanId === sent?.parentSpanId);
  expect(delivery).toMatchObject({ name: "webhookDeliveries.deliver" });
  expect(service.proxy.requests.length).toBeGreaterThan(100);
});

it("is sent to the collector with credentials and the service's name", () => {
  const [request = never()] = collector.requests;
  expect(request.path).toBe("/v1/traces");
  expect(request.headers.authorization).toBe(`Bearer ${service.collectorToken}`);
  expect(collector.resources()[0]).toMatchObject({
    "service.name": "usance",
    "service.version": expect.stringMatching(/^\d+\.\d+\.\d+$/),
    "deployment.environment.name": "test",
  });
});

it("has no span for a poll without work", () => {
  const names = new Set(spans.map(({ name }) => name));
  expect(names).toContain("settlements.reconcile");
  expect(names).not.toContain("deliver-webhooks");
  expect(names).not.toContain("reconcile-settlements");
});

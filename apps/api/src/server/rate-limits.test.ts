import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService, useService } from "../../test/harness/service.ts";
import { aKey } from "../../test/harness/story.ts";
import { until } from "../../test/harness/until.ts";
import { dial, head } from "../../test/hostile/raw.ts";

/*
 * Every test has keys and addresses of its own, since a minute is longer than all of them. The
 * service stands behind one proxy, which says where a request is from.
 */

const limits = {
  RATE_LIMIT: "3",
  RATE_LIMIT_FAILED_KEYS: "2",
  RATE_LIMIT_CHECKOUT: "2",
  TRUST_PROXY: "1",
};
const service = useService(limits);
const doors = [
  { name: "REST", list: "/api/v1/services", get: "/api/v1/services/no" },
  { name: "tRPC", list: "/trpc/services.list", get: '/trpc/services.get?input={"serviceId":"no"}' },
];

const secretOf = async (scopes = ["*"]) => (await aKey(service(), { scopes })).secret;

interface Sent extends RequestInit {
  key?: string;
  /** An address. */
  from?: string;
  to?: TestService;
}

async function send(path: string, { key, from, to = service(), ...init }: Sent = {}) {
  const response = await fetch(to.url + path, {
    ...init,
    headers: {
      "Content-Type": "application/json",
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(from !== undefined && { "X-Forwarded-For": from }),
    },
  });
  const body: unknown = await response.json();
  return { status: response.status, body, headers: response.headers };
}

type Answer = Awaited<ReturnType<typeof send>>;
const remaining = ({ headers }: Answer) => headers.get("ratelimit-remaining");
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status);

/** Sends a number of requests, one at a time. */
async function sendMany(count: number, path: string, sent: Sent): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < count) answers.push(await send(path, sent));
  return answers;
}

function expectRefused({ status, body, headers }: Answer): void {
  expect(status).toBe(429);
  expect(JSON.stringify(body)).toContain("Too many requests.");
  expect(headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
}

it("messages through MCP count as calls, before their bodies are read", async () => {
  const post = { method: "POST", body: "nonsense" };
  const answers = await sendMany(4, "/mcp", { ...post, key: await secretOf() });
  expect(statusesOf(answers)).toEqual([400, 400, 400, 429]);
  answers.slice(3).forEach(expectRefused);

  const strangers = await sendMany(3, "/mcp", { ...post, key: "unknown", from: "192.0.2.77" });
  expect(statusesOf(strangers)).toEqual([401, 401, 429]);
});

describe.each(doors)("a key through $name", ({ name, list, get }) => {
  it("gets the limit headers on successes and errors", async () => {
    const key = await secretOf();
    const answers = [await send(list, { key }), await send(get, { key })];

    expect(statusesOf(answers)).toEqual([200, 404]);
    expect(answers.map(remaining)).toEqual(["2", "1"]);
    for (const { headers } of answers) {
      expect(headers.get("ratelimit-limit")).toBe("3");
      expect(headers.get("ratelimit-reset")).toMatch(/^([1-9]|[1-5]\d|60)$/);
      expect(headers.has("retry-after")).toBe(false);
    }
  });

  it("is refused with 429 over its limit, and other keys are not", async () => {
    const [key, other] = [await secretOf(), await secretOf()];
    const answers = await sendMany(5, list, { key });

    expect(statusesOf(answers)).toEqual([200, 200, 200, 429, 429]);
    expect(answers.map(remaining)).toEqual(["2", "1", "0", "0", "0"]);
    answers.slice(3).forEach(expectRefused);
    expect(answers[3]?.body).toEqual(
      name === "REST"
        ? { error: "Too many requests." }
        : {
            error: {
              message: "Too many requests.",
              code: -32029,
              data: {
                code: "TOO_MANY_REQUESTS",
                httpStatus: 429,
                path: "services.list",
                error: "rate_limited",
                hint: expect.stringContaining("Retry after"),
              },
            },
          },
    );
    expect((await send(list, { key: other })).status).toBe(200);
  });

  it("is refused over its limit before its scope and body are checked", async () => {
    const key = await secretOf(["plans:read"]);
    const create = list.replace(".list", ".create");
    const post = { key, method: "POST", body: "nonsense" };
    const answers = await sendMany(4, create, post);

    expect(statusesOf(answers)).toEqual([403, 403, 403, 429]);
  });

  it("counts each concurrent call exactly once", async () => {
    const key = await secretOf();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(list, { key })));

    expect(statusesOf(answers).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  });
});

describe.each(doors)("an address without a valid key through $name", ({ name, list }) => {
  const network = name === "REST" ? "203.0.113" : "198.51.100";
  const ipv6 = name === "REST" ? "2001:db8:1:1" : "2001:db8:2:2";

  it("is refused with 429 instead of 401 over its limit, and other addresses are not", async () => {
    const from = `${network}.1`;
    const answers = [
      await send(list, { from }),
      await send(list, { from, key: "mistyped" }),
      await send(list, { from }),
      await send(list, { from, key: "mistyped" }),
    ];

    expect(statusesOf(answers)).toEqual([401, 401, 429, 429]);
    answers.slice(2).forEach(expectRefused);
    for (const { headers } of answers) expect(headers.has("ratelimit-limit")).toBe(false);
    expect((await send(list, { from: `${network}.2` })).status).toBe(401);
  });

  it("does not affect a valid key from the same address", async () => {
    const from = `${network}.3`;
    await sendMany(3, list, { from });

    expect((await send(list, { from, key: await secretOf() })).status).toBe(200);
  });

  it("shares one limit across an IPv6 /64", async () => {
    await sendMany(2, list, { from: `${ipv6}::1` });

    expectRefused(await send(list, { from: `${ipv6}:9:8:7:6` }));
    expect((await send(list, { from: `${ipv6}1::1` })).status).toBe(401);
  });

  it("falls back to the proxy's address if the proxy forwards an invalid one", async () => {
    await sendMany(2, list, { from: `made-up-${name}` });

    expectRefused(await send(list, { from: "x".repeat(900) }));
  });

  it("is not limited on endpoints that need no key", async () => {
    const from = `${network}.4`;
    await sendMany(3, list, { from });
    const health = name === "REST" ? "/health" : "/trpc/health";

    expect(statusesOf(await sendMany(4, health, { from }))).toEqual([200, 200, 200, 200]);
  });

  it("costs no statement once it is refused", async () => {
    const from = `${network}.5`;
    await sendMany(2, list, { from });

    await withoutTable(async () => expectRefused(await send(list, { from })));
  });
});

describe("the checkout page", () => {
  const rest = "/api/v1/checkout/no/status";
  const trpc = '/trpc/checkout.status?input={"checkoutSessionId":"no"}';

  it("is limited by client address, across all its operations and both doors", async () => {
    const from = "198.51.100.1";
    expect(
      [await send(rest, { from }), await send(trpc, { from })].map(({ status }) => status),
    ).toEqual([404, 404]);
    expectRefused(await send(rest, { from }));
    expectRefused(await send(trpc, { from }));
    expect((await send(rest, { from: "198.51.100.2" })).status).toBe(404);
  });

  it.each([
    ["REST", "/api/v1/checkout/no/pay"],
    ["tRPC", "/trpc/checkout.pay"],
  ])("is refused over its limit through %s before the body is sent", async (door, path) => {
    const from = `198.51.100.${door === "REST" ? 3 : 4}`;
    await sendMany(2, rest, { from });
    const { socket, send: sendBytes, answers } = await dial(service().url);
    const headers = { "Content-Type": "application/json", "Content-Length": 100 };

    sendBytes(head(`POST ${path}`, { ...headers, "X-Forwarded-For": from }));
    await until(() => answers().length > 0);
    socket.destroy();

    expect(answers()).toMatchObject([
      { status: 429, body: expect.stringContaining("Too many requests.") },
    ]);
  });
});

describe("a tRPC batch", () => {
  const batch = (names: string[]) => `/trpc/${names.join(",")}?batch=1&input={}`;
  const lists = (count: number) => Array.from({ length: count }, () => "services.list");

  it("counts as many calls as it contains, however they are written", async () => {
    const [key, other] = [await secretOf(), await secretOf()];
    const plain = await send(batch(lists(2)), { key });
    const encoded = await send(batch(lists(2)).replace(",", "%2C"), { key: other });

    expect([plain, encoded].map(remaining)).toEqual(["1", "1"]);
  });

  it("is limited call by call, whatever their methods", async () => {
    const key = await secretOf();
    const read = await send(batch(lists(4)), { key });
    const written = await send(batch(["services.create", "services.create"]), {
      key,
      method: "POST",
      body: "nonsense",
    });

    for (const [answer, calls] of [[read, 4] as const, [written, 2] as const]) {
      expectRefused(answer);
      const refusal = { error: { message: "Too many requests.", data: { httpStatus: 429 } } };
      expect(answer.body).toMatchObject(Array.from({ length: calls }, () => refusal));
    }
  });

  it("over its limit has Retry-After, even if its first call has another error", async () => {
    const key = await secretOf();
    const answer = await send(batch(["nothing", ...lists(4)]), { key });

    expect(answer.status).toBe(207);
    expect(answer.headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
  });

  it("without a valid key counts as one request of its address", async () => {
    const from = "192.0.2.1";
    const answers = await sendMany(2, batch(lists(3)), { from });

    expect(statusesOf(answers)).toEqual([401, 401]);
    expectRefused(await send(batch(lists(3)), { from }));
  });
});

describe("two processes on one database", () => {
  let second: TestService;
  beforeAll(async () => {
    second = await startService({ ...limits, DATABASE_URL: service().databaseUrl });
  });
  afterAll(() => second.stop());

  it("share the limits of keys and addresses", async () => {
    const key = await secretOf();
    const from = "192.0.2.2";
    const path = "/api/v1/services";
    const answers = [
      await send(path, { key }),
      await send(path, { key, to: second }),
      await send(path, { key }),
    ];

    expect(answers.map(remaining)).toEqual(["2", "1", "0"]);
    expectRefused(await send(path, { key, to: second }));
    await send(path, { from });
    await send(path, { from, to: second });
    expectRefused(await send(path, { from }));
  });
});

describe("a database that cannot count", () => {
  const path = "/api/v1/services";

  it("fails no request: each process counts alone, and together again after recovery", async () => {
    const key = await secretOf();
    await withoutTable(async () => {
      const answers = await sendMany(4, path, { key });
      expect(statusesOf(answers)).toEqual([200, 200, 200, 429]);
    });
    service().clock.advance(60);

    expect(remaining(await send(path, { key }))).toBe("2");
  });

  it("fails no request when it hangs either", async () => {
    const key = await secretOf();
    await service().parts.db.$transaction(
      async (tx) => {
        await tx.$executeRaw`LOCK TABLE rate_limits IN ACCESS EXCLUSIVE MODE`;
        const answers = await sendMany(2, path, { key });
        expect(statusesOf(answers)).toEqual([200, 200]);
      },
      { timeout: 120_000 },
    );
    service().clock.advance(60);
  });
});

it("returns 500 on both doors when it cannot check a key", async () => {
  const { db } = service().parts;
  const key = await secretOf();
  await db.$executeRaw`ALTER TABLE api_keys RENAME TO hidden_api_keys`;
  const answers = [
    await send("/api/v1/services", { key }),
    await send("/trpc/services.list", { key }),
  ];
  await db.$executeRaw`ALTER TABLE hidden_api_keys RENAME TO api_keys`;

  expect(statusesOf(answers)).toEqual([500, 500]);
  for (const { body } of answers) {
    expect(JSON.stringify(body)).toContain("An unexpected error occurred.");
  }
});

/** Runs a test's steps while nothing can be counted in the database. */
async function withoutTable(steps: () => Promise<void>): Promise<void> {
  const { db } = service().parts;
  await db.$executeRaw`ALTER TABLE rate_limits RENAME TO hidden_rate_limits`;
  try {
    await steps();
  } finally {
    await db.$executeRaw`ALTER TABLE hidden_rate_limits RENAME TO rate_limits`;
  }
}

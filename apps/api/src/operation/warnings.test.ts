import { describe, expect, it } from "vitest";
import { z } from "zod";
import { operations, restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { testKey, useService } from "../../test/harness/service.ts";
import { specified } from "../../test/harness/specified.ts";
import { Story } from "../../test/harness/story.ts";
import { ignoresOthers, warn, warnOfUnknown } from "./warnings.ts";

/* Headers say what the messages of the specification do not. */

const service = useService();
const story = new Story(restDoor, service);

async function send(method: string, path: string, init: RequestInit = {}) {
  const answer = await fetch(`${service().url}/api/v1${path}`, {
    method,
    ...init,
    headers: { Authorization: `Bearer ${testKey}`, ...init.headers },
  });
  const header = (name: string) => answer.headers.get(name);
  return {
    status: answer.status,
    body: await answer.json(),
    warning: header("usance-warning"),
    hint: header("usance-error-hint"),
  };
}

const json = { "Content-Type": "application/json" };
const post = (path: string, body: object) =>
  send("POST", path, { headers: json, body: JSON.stringify(body) });

describe("a field that an operation of the specification ignores", () => {
  const said = (names: string) => `Ignored, because no field or parameter has this name: ${names}.`;

  it("is named in a warning beside the answer of a usage event", async () => {
    const event = story.usageOf(await story.aSubscription());
    const given = { ...event, occuredAt: "2026-01-31T12:00:00Z" };

    expect(await post("/usage-events", given)).toMatchObject({
      status: 201,
      warning: said("occuredAt"),
    });
    const other = story.usageOf(await story.aSubscription(), {
      occurredAt: service().clock.now().toISOString(),
    });
    expect((await post("/usage-events", other)).warning).toBeNull();
  });

  it("is named for a query and a transaction too", async () => {
    expect((await send("GET", "/services?limt=5")).warning).toBe(said("limt"));
    const given = {
      name: "A",
      owner: { email: "warn@example.com" },
      "a\u20ac\r\nb": 1,
      c: 2,
      d: 3,
      e: 4,
    };
    expect((await post("/services", given)).warning).toBe(said("a???b, c, d"));
  });

  it("is named at every depth, once, and also if objects inherit a property of its name", async () => {
    const owner = { email: "warn@example.com", rol: "PAYER" };
    const given = { name: "A", owner, portal: { allowCancel: false }, constructor: 1 };
    expect((await post("/services", given)).warning).toBe(
      said("owner.rol, portal.allowCancel, constructor"),
    );
    const { serviceId, paymentPlanId, userId } = await story.aSubscription();
    const line = { description: "A", quantity: "1", unitAmount: "1", amount: "1", unitPrise: "1" };
    const invoice = { serviceId, paymentPlanId, userId, amount: "2", lines: [line, line] };
    expect(await post("/invoices", invoice)).toMatchObject({
      status: 201,
      warning: said("lines.unitPrise"),
    });
  });

  it("is warned of by exactly the operations that ignore it", () => {
    const ignoring = Object.values(operations).filter(({ input }) => ignoresOthers(input));
    expect(new Set(ignoring.map(({ name }) => name))).toEqual(specified);
  });
});

it("a rate card for a plan without periods is warned of", async () => {
  const { id: serviceId } = await story.aService();
  const components = [{ type: "FLAT", description: "Base fee", amount: "20" }];
  const warnings: (string | null)[] = [];
  for (const billingInterval of ["NONE", "MONTH"]) {
    const { id } = await story.aPlan(serviceId, { billingInterval });
    warnings.push((await post(`/plans/${id}/rate-cards`, { components })).warning);
  }
  expect(warnings).toEqual([expect.stringContaining("no billingInterval"), null]);
});

describe("over tRPC", () => {
  const owner = { email: "warn@example.com" };
  const call = async (path: string, input: unknown) => {
    const answer = await fetch(`${service().url}/trpc/${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${testKey}`, ...json },
      body: JSON.stringify(input),
    });
    return (await answer.json()) as unknown;
  };
  const warned = { result: { warning: expect.stringMatching(/^Ignored, .*: nmae\.$/) } };
  const created = { result: { data: { service: expect.anything() } } };

  it("a warning is beside the result that it is about, of a call alone and of each call of a batch", async () => {
    const given = { name: "A", owner, nmae: "B" };
    expect(await call("services.create", given)).toMatchObject({ ...warned });

    const three = Array.from({ length: 3 }, () => "services.create").join();
    const answers = await call(`${three}?batch=1`, {
      0: given,
      1: { owner },
      2: { name: "A", owner },
    });
    expect(answers).toEqual([
      { result: { ...created.result, ...warned.result } },
      { error: expect.anything() },
      created,
    ]);
  });

  it("an error has the same hint as over REST", async () => {
    const { hint } = await post("/services", { owner });
    expect(hint).not.toBeNull();
    const refused = { error: { data: { error: "missing_parameter", hint } } };
    expect(await call("services.create", { owner })).toMatchObject(refused);
    const two = await call("services.create,services.create?batch=1", { 0: { owner }, 1: {} });
    expect(two).toMatchObject([refused, refused]);
  });
});

it("several warnings are one header", () => {
  const reply = { headers: {} as Record<string, string> };
  warn(reply, "One.");
  warn(reply, "Two.");
  expect(reply.headers["Usance-Warning"]).toBe("One.; Two.");
});

it("an input without unknown fields, or of an operation that refuses them, has no warning", () =>
  forRows(
    [
      [z.strictObject({ a: z.string() }).strip(), { a: "1" }],
      [z.strictObject({ a: z.string() }), { a: "1", b: 1 }],
      [z.undefined(), undefined],
    ],
    (input, raw) => {
      const reply = { headers: {} };
      warnOfUnknown(reply, input, raw);
      expect(reply.headers).toEqual({});
    },
  ));

describe("the hint of an error", () => {
  it("tells a missing content type from broken JSON", async () => {
    const typeless = await send("POST", "/services", {
      body: "{}",
      headers: { "Content-Type": "text/plain" },
    });
    const broken = await send("POST", "/services", { body: "{", headers: json });

    expect(typeless.body).toEqual(broken.body);
    expect(typeless.hint).toContain("The header `Content-Type` is missing or is not JSON.");
    expect(broken.hint).toContain("malformed");
  });

  it("names the scope that a key lacks", async () => {
    const { apiKey } = await story.done("apiKeys.create", { name: "A", scopes: ["invoices:read"] });
    const key = apiKey.secret;
    const refused = await send("GET", "/services", { headers: { Authorization: `Bearer ${key}` } });

    expect(refused).toMatchObject({
      status: 403,
      body: { error: "This API key may not perform this operation." },
      hint: expect.stringMatching(/Use a key with the scope services:read\.$/),
    });
  });

  it("names the header that a key belongs to", async () => {
    const refused = await send("GET", "/services", { headers: { Authorization: "" } });

    expect(refused).toMatchObject({
      status: 401,
      body: { error: "A valid API key is required." },
      hint: expect.stringContaining("Send `Authorization: Bearer <API_KEY>`"),
    });
  });
});

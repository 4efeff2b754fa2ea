import { describe, expect, it } from "vitest";
import { operations } from "../../src/api/router.ts";
import { inputs } from "../access/inputs.ts";
import { doors, restDoor } from "../harness/doors.ts";
import { payments, testKey, useService, withEmails } from "../harness/service.ts";
import { specified } from "../harness/specified.ts";
import { Story } from "../harness/story.ts";

/*
 * The operations of the specification ignore unknown fields. All others refuse them, so that a misspelled name is
 * noticed.
 */

const service = useService({ ...payments, ...withEmails });
const withInput = operations.filter(({ scope }) => scope !== null).map(({ name }) => name);

describe.each(doors)("an unknown field over $name", (door) => {
  const story = new Story(door, service);
  const refused = async (operation: string, input: object) => {
    const { status, body, code, param } = await story.call(operation, input);
    return { status, error: body.error, code, param };
  };

  it.each(withInput.filter((name) => specified.has(name)))("is ignored by %s", async (name) => {
    const input = await inputs[name]?.(story);

    const { status } = await story.call(name, { ...input, foo: "1" });

    expect(status).toBeLessThan(300);
  });

  it.each(withInput.filter((name) => !specified.has(name)))("is refused by %s", async (name) => {
    const input = await inputs[name]?.(story);

    expect(await refused(name, { ...input, foo: "1" })).toEqual({
      status: 400,
      error: "foo is not a known parameter.",
      code: "unknown_parameter",
      param: "foo",
    });
  });

  it("is refused by operations of the checkout page", async () => {
    const { id } = await story.aCheckoutSession();

    for (const name of ["checkout.view", "checkout.status", "checkout.pay"]) {
      const { code } = await story.call(name, { checkoutSessionId: id, foo: "1" });
      expect(code, name).toBe("unknown_parameter");
    }
  });

  it("in an object inside is ignored by services.create, and refused by ours under its path", async () => {
    const owner = { email: "dev@example.com", foo: 1 };
    const { id: checkoutSessionId } = await story.aCheckoutSession();

    expect(await story.call("services.create", { name: "A", owner })).toMatchObject({
      status: 201,
    });
    expect(
      await refused("checkoutSessions.complete", { checkoutSessionId, user: owner }),
    ).toMatchObject({ status: 400, param: "user.foo" });
  });

  it("in an event of a batch is refused with that event alone", async () => {
    const subscription = await story.aSubscription();
    const misspelled = { ...story.usageOf(subscription), occuredAt: "2026-01-31T12:00:00Z" };
    const usageEvents = [misspelled, story.usageOf(subscription)];

    const { results } = await story.done("usageEvents.batch", { usageEvents });

    expect(results).toMatchObject([
      { status: 400, error: "occuredAt is not a known parameter.", param: "occuredAt" },
      { status: 201 },
    ]);
  });

  it("is named after a wrong field that is known", async () => {
    expect(await refused("apiKeys.create", { foo: 1 })).toMatchObject({ param: "name" });
  });

  it.each([
    [
      "of many characters",
      "x".repeat(2_000),
      `${"x".repeat(100)}… is not a known parameter.`,
      null,
    ],
    ["with a line break", "a\r\nb", "a\r\nb is not a known parameter.", null],
    ["in another script", "naïve", "naïve is not a known parameter.", null],
    ["that is empty", "", '"" is not a known parameter.', null],
    ["of a prototype", "__proto__", "__proto__ is not a known parameter.", "__proto__"],
  ])("with a name %s is refused", async (_, name, error, param) => {
    const input = JSON.parse(`{"name": "A", ${JSON.stringify(name)}: 1}`);

    const answer = await refused("apiKeys.create", input);

    expect(answer).toMatchObject({ status: 400, error });
    if (door === restDoor) expect(answer.param).toBe(param);
  });
});

it("the direction that tRPC's infinite queries send with a cursor is accepted, by tRPC alone", async () => {
  const { url } = service();
  const headers = { Authorization: `Bearer ${testKey}` };
  const input = encodeURIComponent(JSON.stringify({ limit: 1, direction: "forward" }));
  const statusOf = async (path: string) => (await fetch(`${url}${path}`, { headers })).status;

  expect(await statusOf(`/trpc/invoices.list?input=${input}`)).toBe(200);
  expect(await statusOf("/api/v1/invoices?direction=forward")).toBe(400);
  const other = encodeURIComponent(JSON.stringify({ direction: "up" }));
  expect(await statusOf(`/trpc/invoices.list?input=${other}`)).toBe(400);
});

import { describe, expect, it } from "vitest";
import { doors, restDoor } from "../harness/doors.ts";
import { testKey, useService } from "../harness/service.ts";
import { Story } from "../harness/story.ts";

/*
 * The operations of the specification ignore unknown fields. All others refuse them, so that a misspelled name is
 * noticed. every-operation.test.ts finds which do, and access/kinds.test.ts has a refusal for each kind.
 */

const service = useService();

describe.each(doors)("an unknown field over $name", (door) => {
  const story = new Story(door, service);
  const refused = async (operation: string, input: object) => {
    const { status, body, code, param } = await story.call(operation, input);
    return { status, error: body.error, code, param };
  };

  it("is ignored by reads and writes of the specification", async () => {
    const usage = story.usageOf(await story.aSubscription());

    expect(await story.call("services.list", { foo: "1" })).toMatchObject({ status: 200 });
    expect(await story.call("usageEvents.create", { ...usage, foo: 1 })).toMatchObject({
      status: 201,
    });
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

import { expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { testKey, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";
import { dial, exchange, head } from "../../../test/hostile/raw.ts";

/* tRPC calls without an API key name their record in the header Usance-Record. It is looked up before their body is read. */

const service = useService();
const story = new Story(restDoor, service);
const required = "The header Usance-Record is required.";
const unknown = "caaaaaaaaaaaaaaaaaaaaaaaa";
const json = { "Content-Type": "application/json" };
const begin = (path: string, headers: Readonly<Record<string, string | number>>) =>
  head(`POST /trpc/${path}`, { ...json, ...headers });
/** The input of a call that is served, with blanks at its end. */
const inputOf = (checkoutSessionId: string, length: number) =>
  JSON.stringify({ checkoutSessionId, user: { email: "payer@example.com" } }).padEnd(length);

/** Sends a call with a whole body. */
async function call(
  body: string,
  headers: Readonly<Record<string, string>>,
  path = "checkout.pay",
) {
  const request = begin(path, { ...headers, "Content-Length": body.length, Connection: "close" });
  const [answer] = await exchange(service().url, request + body);
  return answer;
}

it("a checkout call of an unknown session is refused before the body is sent", () =>
  forRows(["checkout.pay", "checkout.prepare"], async (path) => {
    const { socket, send, answers } = await dial(service().url);
    send(begin(path, { "Usance-Record": unknown, "Content-Length": 16_384 }));

    await until(() => answers().length > 0);
    socket.destroy();

    expect(answers()).toMatchObject([
      { status: 404, body: expect.stringContaining("Checkout session was not found.") },
    ]);
  }));

it("a call of an unknown link is refused before the body is sent", () =>
  forRows(
    [
      ["invoiceLinks.pay", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
      ["portal.revokeCap", "a".repeat(43)],
    ],
    async (path, token) => {
      const { socket, send, answers } = await dial(service().url);
      send(begin(path, { "Usance-Record": token, "Content-Length": 16_384 }));

      await until(() => answers().length > 0);
      socket.destroy();

      expect(answers()).toMatchObject([{ status: 404 }]);
    },
  ));

it("a call with a body of 16 KiB is served with the header", () =>
  forRows(["checkout.pay", "checkout.pay?batch=1"], async (path) => {
    const { id } = await story.aCheckoutSession();
    const input = inputOf(id, 16_000);
    const body = path.endsWith("1") ? `{"0":${input}}` : input;

    expect(await call(body, { "Usance-Record": id }, path)).toMatchObject({ status: 200 });
  }));

it("a call without the header is refused before the body is sent", async () => {
  const { socket, send, answers } = await dial(service().url);
  send(begin("checkout.pay", { "Content-Length": 1 }));

  await until(() => answers().length > 0);
  socket.destroy();

  expect(answers()).toMatchObject([{ status: 400, body: expect.stringContaining(required) }]);
});

it("a header that names another session than the body is refused", async () => {
  const [one, other] = [await story.aCheckoutSession(), await story.aCheckoutSession()];

  expect(await call(inputOf(one.id, 200), { "Usance-Record": other.id })).toMatchObject({
    status: 400,
    body: expect.stringContaining("The header Usance-Record must name the record of the body."),
  });
});

it("in a batch of several calls a call is refused with the header too, and the others are served", async () => {
  const { id } = await story.aCheckoutSession();
  const body = `{"0":${inputOf(id, 200)},"1":{"name":"A","owner":{"email":"a@example.com"}}}`;
  const headers = { "Usance-Record": id, Authorization: `Bearer ${testKey}` };

  const answer = await call(body, headers, "checkout.pay,services.create?batch=1");

  expect(answer).toMatchObject({ status: 207 });
  expect(JSON.parse(answer?.body ?? "")).toMatchObject([
    { error: { message: required, data: { error: "record_not_named", httpStatus: 400 } } },
    { result: { data: { service: { name: "A" } } } },
  ]);
});

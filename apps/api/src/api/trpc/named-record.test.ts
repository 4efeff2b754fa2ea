import { expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { dial, exchange, head } from "../../../test/hostile/raw.ts";
import { until } from "../../../test/processes/entry.ts";

/* tRPC calls without an API key. With the header Usance-Record, their record is looked up before their body is read. */

const service = useService();
const story = new Story(restDoor, service);
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

it.each(["checkout.pay", "checkout.prepare"])(
  "%s of an unknown session is refused before the body is sent",
  async (path) => {
    const { socket, send, answers } = await dial(service().url);
    send(begin(path, { "Usance-Record": unknown, "Content-Length": 16_384 }));

    await until(() => answers().length > 0);
    socket.destroy();

    expect(answers()).toMatchObject([
      { status: 404, body: expect.stringContaining("Checkout session was not found.") },
    ]);
  },
);

it.each([
  ["invoiceLinks.pay", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
  ["portal.revokeCap", "a".repeat(43)],
])("%s of an unknown link is refused before the body is sent", async (path, token) => {
  const { socket, send, answers } = await dial(service().url);
  send(begin(path, { "Usance-Record": token, "Content-Length": 16_384 }));

  await until(() => answers().length > 0);
  socket.destroy();

  expect(answers()).toMatchObject([{ status: 404 }]);
});

it.each(["checkout.pay", "checkout.pay?batch=1"])(
  "%s with a body of 16 KiB is served with the header, and refused without",
  async (path) => {
    const { id } = await story.aCheckoutSession();
    const input = inputOf(id, 16_000);
    const body = path.endsWith("1") ? `{"0":${input}}` : input;

    expect(await call(body, {}, path)).toMatchObject({
      status: 413,
      body: expect.stringContaining("Request body is too large without the header Usance-Record."),
    });
    expect(await call(body, { "Usance-Record": id }, path)).toMatchObject({ status: 200 });
  },
);

it("a body of 4 KiB is served without the header", async () => {
  const { id } = await story.aCheckoutSession();

  expect(await call(inputOf(id, 4_097), {})).toMatchObject({ status: 413 });
  expect(await call(inputOf(id, 4_096), {})).toMatchObject({ status: 200 });
});

it("a header that names another session than the body is refused", async () => {
  const [one, other] = [await story.aCheckoutSession(), await story.aCheckoutSession()];

  expect(await call(inputOf(one.id, 200), { "Usance-Record": other.id })).toMatchObject({
    status: 400,
    body: expect.stringContaining("The header Usance-Record must name the record of the body."),
  });
});

it("the header has no effect in a batch of several calls", async () => {
  const { id } = await story.aCheckoutSession();
  const body = `{"0":${inputOf(id, 5_000)},"1":${inputOf(id, 200)}}`;
  const path = "checkout.pay,checkout.pay?batch=1";

  expect(await call(body, { "Usance-Record": id }, path)).toMatchObject({ status: 413 });
});

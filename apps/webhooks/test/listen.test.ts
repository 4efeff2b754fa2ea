import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { usanceClient } from "@usance/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentedFetch } from "../../api/test/harness/documented.ts";
import { until } from "../../api/test/harness/until.ts";
import { startReceiver, verified } from "./receiver.ts";
import { listening, relay } from "./relay.ts";
import { completeCheckout, type Dev, startDev } from "./service.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "usance-webhooks-test-"));
const noteFile = join(DATA_DIR, "webhooks-listening.json");
let dev: Dev;

beforeAll(async () => {
  dev = await startDev(DATA_DIR);
});

afterAll(async () => {
  dev.signal("SIGTERM");
  await dev.ended;
  rmSync(DATA_DIR, { recursive: true, force: true });
});

test("events after the start reach the receiver, signed, as GET returns them", async () => {
  await completeCheckout(dev);
  const receiver = await startReceiver();
  const { secret, ...listen } = await listening(receiver.url, { DATA_DIR });

  const sessionId = await completeCheckout(dev);

  const [, id = ""] = await listen.printed(
    /^\d\d:\d\d:\d\d {2}checkout_session\.paid +(\w+) {2}204 {2}\d+ ms$/m,
  );
  const request = receiver.requests.find(({ headers }) => headers["webhook-id"] === id);
  const event = verified(secret, request);
  const usance = usanceClient({ baseUrl: dev.url, apiKey: dev.apiKey, fetch: documentedFetch });
  expect(event).toEqual(await usance.events.get({ eventId: id }));
  expect(event).toMatchObject({ data: { checkoutSession: { id: sessionId, status: "PAID" } } });
  await until(() => receiver.requests.length >= 2);
  expect(receiver.types().toSorted()).toEqual(["checkout_session.paid", "subscription.created"]);
  expect(listen.err()).toBe("");
});

test("with --events, only those types are forwarded", async () => {
  const receiver = await startReceiver();
  const types = ["--events", "subscription.created,invoice.paid"];
  const listen = await listening(receiver.url, { DATA_DIR }, types);

  await completeCheckout(dev);
  await completeCheckout(dev);

  await until(() => receiver.requests.length === 2);
  expect(receiver.types()).toEqual(["subscription.created", "subscription.created"]);
  expect(listen.out()).not.toContain("checkout_session.paid");
});

test("a receiver that is down at first gets the events later", async () => {
  const { port, url, close } = await startReceiver();
  await close();
  const { secret, ...listen } = await listening(url, { DATA_DIR });
  await completeCheckout(dev);
  await listen.printed(
    /checkout_session\.paid .* {2}The connection was refused\. .*again in 1 s$/m,
  );
  await listen.printed(
    /checkout_session\.paid .* {2}The connection was refused\. .*again in 2 s$/m,
  );

  const receiver = await startReceiver({ port });

  await until(() => receiver.requests.length === 2);
  expect(receiver.types().toSorted()).toEqual(["checkout_session.paid", "subscription.created"]);
  for (const request of receiver.requests) verified(secret, request);
});

test("one failing event does not delay others", async () => {
  const receiver = await startReceiver({
    answer: ({ type }) => (type === "checkout_session.paid" ? 302 : 204),
  });
  const listen = await listening(receiver.url, { DATA_DIR });

  await completeCheckout(dev);
  await listen.printed(/ {2}302 \(redirects are not followed\) {2}\d+ ms {2}again in 2 s$/m);
  await completeCheckout(dev);

  const arrived = () => receiver.types().filter((type) => type === "subscription.created");
  await until(() => arrived().length === 2);
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s ends it with 0 and removes its note",
  async (name) => {
    const { url, close } = await startReceiver();
    await close();
    const listen = await listening(url, { DATA_DIR });
    await completeCheckout(dev);
    await listen.printed(/again in 1 s/);
    expect(existsSync(noteFile)).toBe(true);

    listen.signalGroup(name);

    expect(await listen.ended).toBe(0);
    expect(listen.err()).toBe("");
    expect(existsSync(noteFile)).toBe(false);
  },
);

test("the secret is the same at every start, and readable by its owner only", async () => {
  const first = await listening("http://127.0.0.1:4000/hook", { DATA_DIR });
  const second = await listening("http://127.0.0.1:4000/hook", { DATA_DIR });

  expect(second.secret).toBe(first.secret);
  const file = join(DATA_DIR, "webhooks-signing-secret");
  expect(readFileSync(file, "utf8")).toBe(first.secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("without a local service it listens to the configured one", async () => {
  const receiver = await startReceiver();
  const elsewhere = join(DATA_DIR, "elsewhere");
  const { url: USANCE_URL, apiKey: USANCE_API_KEY } = dev;

  await listening(receiver.url, { DATA_DIR: elsewhere, USANCE_URL, USANCE_API_KEY });
  await completeCheckout(dev);

  await until(() => receiver.types().includes("checkout_session.paid"));
});

test("a key that the service refuses ends it with one line", async () => {
  const listen = relay(["listen", "--forward-to", "http://localhost:4000"], {
    USANCE_URL: dev.url,
    USANCE_API_KEY: "not-a-key",
    DATA_DIR,
  });

  expect(await listen.ended).toBe(1);
  expect(listen.err()).toMatch(/^The service at http:\S+ refuses the key: .+\n$/);
  expect(listen.out()).toBe("");
});

test("while the service is down it says so once, and continues when it is back", async () => {
  const receiver = await startReceiver();
  const listen = await listening(receiver.url, { DATA_DIR });
  dev.signal("SIGTERM");
  await dev.ended;
  await listen.printed(/Waiting for it\.$/m);

  dev = await startDev(DATA_DIR);
  await listen.printed(/^The service is back\.$/m);
  const sessionId = await completeCheckout(dev);

  await until(() => receiver.requests.length >= 2);
  expect(receiver.types().toSorted()).toEqual(["checkout_session.paid", "subscription.created"]);
  for (const { body } of receiver.requests) expect(body).toContain(sessionId);
  expect(listen.out().match(/Waiting for it\./g)).toHaveLength(1);
});

test("trigger sends a sample to the forwarding address, signed and marked as a test", async () => {
  const receiver = await startReceiver();
  const { secret } = await listening(receiver.url, { DATA_DIR });

  const first = relay(["trigger", "invoice.paid"], { DATA_DIR });
  const second = relay(["trigger", "invoice.paid"], { DATA_DIR });

  expect(await first.ended).toBe(0);
  expect(await second.ended).toBe(0);
  const events = receiver.requests.map((request) => verified(secret, request));
  expect(events).toHaveLength(2);
  for (const event of events) {
    expect(event).toMatchObject({ type: "invoice.paid", test: true, data: { invoice: {} } });
  }
  expect(new Set(events.map(({ id }) => id)).size).toBe(2);
  expect(first.out()).toMatch(/^\d\d:\d\d:\d\d {2}invoice\.paid +\w+ {2}204 {2}\d+ ms\n$/);
});

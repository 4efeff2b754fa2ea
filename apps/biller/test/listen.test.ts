import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { webhooks } from "@usance/sdk";
import { afterEach, describe, expect, it } from "vitest";
import { restDoor } from "../../api/test/harness/doors.ts";
import { testKey, useService } from "../../api/test/harness/service.ts";
import { Story } from "../../api/test/harness/story.ts";
import { until } from "../../api/test/harness/until.ts";
import { runUsance } from "../../api/test/processes/entry.ts";
import { listen } from "../src/index.ts";

const service = useService();
const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function aReceiver() {
  let ended = 0;
  const receiver = await listen({
    port: 0,
    secret,
    now: () => Date.now(),
    networkOf: (address) => address,
    periodEnded: () => {
      ended += 1;
    },
  });
  closing.push(receiver.close);
  return { url: `http://127.0.0.1:${receiver.port}`, ended: () => ended };
}

async function send(url: string, type: string, key = secret): Promise<number> {
  const body = JSON.stringify({ id: "event", type, data: {} });
  const headers = await webhooks.sign(body, key, { id: "event" });
  return (await fetch(url, { method: "POST", body, headers })).status;
}

it("a signed event of an ended period wakes the biller, and other events do not", async () => {
  const { url, ended } = await aReceiver();

  expect(await send(url, "invoice.paid")).toBe(204);
  expect(ended()).toBe(0);
  expect(await send(url, "subscription.period_ended")).toBe(204);
  expect(ended()).toBe(1);
});

it("what is not signed with the secret is refused, and so are other methods and large bodies", async () => {
  const { url, ended } = await aReceiver();
  const another = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;

  expect(await send(url, "subscription.period_ended", another)).toBe(400);
  expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(400);
  expect((await fetch(url)).status).toBe(405);
  expect((await fetch(url, { method: "POST", body: "x".repeat(2_000_000) })).status).toBe(413);
  expect(ended()).toBe(0);
});

describe("strangers with unfinished bodies", () => {
  /** Connections with all but the last byte of a body. @returns those that are open */
  async function unfinished(url: string, count: number, headers: string, bytes = 900_000) {
    const { port } = new URL(url);
    const open = new Set<Socket>();
    for (let made = 0; made < count; made += 1) {
      const socket = connect(Number(port), "127.0.0.1");
      open.add(socket);
      closing.push(() => socket.destroy());
      socket
        .on("error", () => undefined)
        .on("close", () => open.delete(socket))
        .resume();
      socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${headers}Content-Length: ${bytes}\r\n\r\n`);
      socket.write(Buffer.alloc(bytes - 1));
    }
    return open;
  }
  const signed = "webhook-id: a\r\nwebhook-timestamp: 1\r\nwebhook-signature: v1,a\r\n";

  it("hold a bounded number of bytes and connections, and delay no event", async () => {
    const { url, ended } = await aReceiver();
    const large = await unfinished(url, 60, signed);
    await until(() => expect(large.size).toBeLessThanOrEqual(4)); // 4 MiB of one address
    expect(await send(url, "subscription.period_ended")).toBe(204);

    const small = await unfinished(url, 200, signed, 10);
    await until(() => expect(small.size + large.size).toBeLessThanOrEqual(32));
    expect(await send(url, "subscription.period_ended")).toBe(204);
    expect(ended()).toBe(2);
  });

  it("cost what their pieces take in memory", async () => {
    const { url } = await aReceiver();
    const head = `POST / HTTP/1.1\r\nHost: a\r\n${signed}Transfer-Encoding: chunked\r\n\r\n`;
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    closing.push(() => socket.destroy());
    let answer = "";
    socket.on("error", () => undefined).on("data", (part) => (answer += part));
    socket.write(head + "1\r\na\r\n".repeat(10_000));
    await until(() => expect(answer).toMatch(/^HTTP\/1.1 413 /));
  });

  it("are closed rather than a slow event of another address, however many they open", async () => {
    const { url } = await aReceiver();
    const port = Number(new URL(url).port);
    let answer = "";
    const event = connect(port, "127.0.0.1");
    closing.push(() => event.destroy());
    event.on("error", () => undefined).on("data", (part) => (answer += part));
    await once(event, "connect");
    let closed = 0;
    for (let made = 0; made < 400; made += 1) {
      const socket = connect({ port, host: "127.0.0.1", localAddress: `127.0.1.${made % 20}` });
      closing.push(() => socket.destroy());
      socket.on("error", () => undefined).on("close", () => (closed += 1));
      socket.resume();
    }
    await until(() => expect(closed).toBeGreaterThan(140));
    event.write(`POST / HTTP/1.1\r\nHost: a\r\n${signed}Content-Length: 2\r\n\r\n{}`);
    await until(() => expect(answer).toMatch(/^HTTP\/1.1 400 /));
  });

  it("are refused before their bodies are read if nothing is signed, or too large", async () => {
    const { url } = await aReceiver();
    for (const open of [
      await unfinished(url, 20, ""),
      await unfinished(url, 20, signed, 2_000_000),
    ]) {
      await until(() => expect(open.size).toBe(0));
    }
  });

  it("are given up after ten seconds", async () => {
    const { url } = await aReceiver();
    const open = await unfinished(url, 1, signed, 10);
    await until(() => expect(open.size).toBe(0));
  });
});

it("usance biller run --listen bills a period when its webhook arrives", async () => {
  const story = new Story(restDoor, service);
  const subscription = await story.aSubscription({ billingInterval: "MONTH" });
  const { serviceId, id: subscriptionId, paymentPlanId } = subscription;
  await story.aRateCard({ paymentPlanId });
  await story.aUsageEvent(subscription, { quantity: "400" });
  const words = ["biller", "run", "--listen", "0", "--every", "86400", "--service", serviceId];
  const biller = runUsance(words, {
    USANCE_URL: service().url,
    USANCE_API_KEY: testKey,
    USANCE_WEBHOOK_SECRET: secret,
  });
  const [, port = ""] = await biller.printed(/received on port (\d+)/);
  const url = `http://127.0.0.1:${port}`;
  const bills = async () => (await story.done("invoices.list", { subscriptionId })).invoices;
  const isBilled = (count: number) =>
    until(async () => {
      const open = (await bills()).filter(({ status }: { status: string }) => status === "OPEN");
      return open.length === count;
    });
  service().clock.advance(32 * 86_400);
  expect(await send(url, "subscription.period_ended")).toBe(204);
  await isBilled(1);
  await sleep(1_000); // its next run is tomorrow
  await story.aUsageEvent(subscription, { quantity: "800" });
  service().clock.advance(32 * 86_400);

  expect(await send(url, "subscription.period_ended")).toBe(204);

  await isBilled(2);
  expect((await bills()).map(({ amount }: { amount: string }) => amount)).toEqual([
    "2.000000",
    "1.000000",
  ]);
  biller.signalGroup("SIGTERM");
  expect(await biller.ended).toBe(0);
});

it("usance biller run --listen needs the secret", async () => {
  const biller = runUsance(["biller", "run", "--listen", "0"], {
    USANCE_URL: service().url,
    USANCE_API_KEY: testKey,
  });
  expect(await biller.ended).toBe(1);
  expect(biller.err()).toContain("--listen needs USANCE_WEBHOOK_SECRET");
});

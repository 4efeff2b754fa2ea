import { expect, it } from "vitest";
import { aSubscriber, usageOf } from "../../../apps/api/test/harness/a-subscriber.ts";
import { useService } from "../../../apps/api/test/harness/service.ts";
import { useFaultyProxy } from "./faulty-proxy.ts";

const service = useService();
const proxy = useFaultyProxy(service);

/** @returns a list of 25 events, ten a page, and the keys that it is to show */
async function aList() {
  const usance = proxy().client();
  const subscriber = await aSubscriber(usance);
  const keys = Array.from({ length: 25 }, (_, index) => `requests:${index + 10}`);
  const usageEvents = keys.map((key) => usageOf(subscriber, key));
  await usance.usageEvents.batch({ usageEvents });
  proxy().calls.length = 0;
  const { id: subscriptionId } = subscriber;
  return { keys, list: usance.usageEvents.list({ subscriptionId, limit: 10 }) };
}

it("await returns one page and its cursor", async () => {
  const { list } = await aList();

  const { usageEvents, nextCursor } = await list;

  expect(usageEvents).toHaveLength(10);
  expect(nextCursor).toEqual(expect.any(String));
  expect(proxy().calls).toHaveLength(1);
});

it("for await yields all records of all pages, each fetched once", async () => {
  const { keys, list } = await aList();
  await list;

  const shown = (await Array.fromAsync(list)).map(({ eventKey }) => eventKey);

  expect(shown.toSorted()).toEqual(keys);
  expect(proxy().calls).toHaveLength(3);
});

it("leaving the loop stops further requests, and an unused list makes none", async () => {
  const { list } = await aList();
  expect(proxy().calls).toHaveLength(0);

  let seen = 0;
  for await (const _ of list) {
    seen += 1;
    if (seen === 11) break;
  }

  expect(proxy().calls).toHaveLength(2);
});

it("starts at the given cursor, and omits null", async () => {
  const { list } = await aList();
  const usance = proxy().client();
  const { usageEvents, nextCursor = null } = await list;
  const subscriptionId = usageEvents[0]?.subscriptionId ?? null;

  const rest = usance.usageEvents.list({ subscriptionId, cursor: nextCursor, invoiceId: null });

  expect(await Array.fromAsync(rest)).toHaveLength(15);
});

it("a list that fails rejects however it is read", async () => {
  const list = proxy().client({ apiKey: undefined }).events.list();

  await expect(list).rejects.toThrow("A valid API key is required.");
  await expect(Array.fromAsync(list)).rejects.toThrow("A valid API key is required.");
  expect(await list.catch(() => "caught")).toBe("caught");
  await expect(list.finally(() => undefined)).rejects.toThrow("A valid API key is required.");
});

it("a list without pages yields everything", async () => {
  const usance = proxy().client();
  const { serviceId } = await aSubscriber(usance);

  const plans = await Array.fromAsync(usance.plans.list({ serviceId }));

  expect(plans).toHaveLength(1);
});

import { beforeEach, expect, it, vi } from "vitest";
import { useDeliverer } from "../../../apps/api/test/harness/deliveries.ts";
import { payments, useService } from "../../../apps/api/test/harness/service.ts";
import { aSubscriber, clientOf, type Example, startExample } from "./example.ts";

const service = useService(payments);
useDeliverer(service);
beforeEach(() => service().clock.set(new Date().toISOString())); // a webhook of another time is refused

const stream = ({ url }: Pick<Example, "url">, key: string, days: number) =>
  fetch(`${url}/daylight/stream?latitude=52.5&from=2026-06-21&days=${days}`, {
    headers: { Authorization: `Bearer ${key}` },
  });

it("a stream is served while its balance has what all of it costs, and charged for what was sent", async () => {
  const example = await startExample(service().url);
  const usance = clientOf(service);
  const { key, subscriptionId } = await aSubscriber(service, example);
  const { serviceId, userId } = await usance.subscriptions.get({ subscriptionId });
  expect((await stream(example, key, 1)).status).toBe(402);
  const { id: balanceId } = await usance.balances.create({ serviceId, userId });
  await usance.balances.grant({ balanceId, amount: "0.05", reason: "Welcome credit" });

  const answers = await Promise.all(Array.from({ length: 6 }, () => stream(example, key, 4)));
  const bodies = await Promise.all(answers.map((one) => one.text()));

  // 0.05 USDC is 20 days of 0.0025: five streams of four days, whichever come first.
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 402]);
  const days = bodies.flatMap((body) => body.split("\n").filter((line) => line.includes("hours")));
  expect(days).toHaveLength(20);
  await vi.waitFor(async () => {
    const { available, held } = await usance.balances.get({ balanceId });
    expect({ available, held }).toEqual({ available: "0.000000", held: "0.000000" });
  });
  const { summary } = await usance.usageEvents.summary({ subscriptionId });
  expect(summary).toMatchObject({ count: 5, quantity: "20.000000" });
  example.signal("SIGTERM");
  await example.ended;
});

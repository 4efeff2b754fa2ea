import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { UsageBatcherOptions, UsageEventCreateParams, UsageEventResult } from "@usance/sdk";
import { describe, expect, it } from "vitest";
import { aSubscriber, usageOf } from "../../../apps/api/test/harness/a-subscriber.ts";
import { forRows } from "../../../apps/api/test/harness/for-rows.ts";
import { testKey, useService } from "../../../apps/api/test/harness/service.ts";
import { until } from "../../../apps/api/test/harness/until.ts";
import { useFaultyProxy } from "./faulty-proxy.ts";

const service = useService();
const proxy = useFaultyProxy(service);

/** A batcher for a new subscriber, and what it tells. */
async function aBatcher(options: Partial<UsageBatcherOptions> = {}) {
  const usance = proxy().client();
  const subscriber = await aSubscriber(usance);
  const told = new Map<string, UsageEventResult>();
  const errors: string[] = [];
  const onResult = (result: UsageEventResult, { eventKey }: UsageEventCreateParams) => {
    expect(told.has(eventKey)).toBe(false);
    told.set(eventKey, result);
  };
  const batcher = usance.usageEvents.batcher({
    onResult,
    onError: ({ name }) => errors.push(name),
    ...options,
  });
  proxy().calls.length = 0;
  const usage = (index: number) => usageOf(subscriber, `requests:${index}`);
  const recorded = async () => {
    const list = usance.usageEvents.list({ subscriptionId: subscriber.id, limit: 100 });
    return (await Array.fromAsync(list)).map(({ eventKey }) => eventKey).sort();
  };
  return { batcher, usage, told, errors, recorded, usance };
}

const statuses = (told: ReadonlyMap<string, UsageEventResult>) => [
  ...new Set([...told.values()].map(({ status }) => status)),
];

it("sends events in batches, and returns the result of each", async () => {
  const { batcher, usage, told, recorded } = await aBatcher({ maxEvents: 100 });

  for (let index = 0; index < 1_050; index += 1) await batcher.add(usage(index));
  const unknown = await batcher.close();

  expect(unknown).toEqual([]);
  expect(proxy().calls).toHaveLength(11);
  expect(told.size).toBe(1_050);
  expect(statuses(told)).toEqual([201]);
  expect(await recorded()).toEqual([...told.keys()].sort());
});

it("sends an incomplete batch after its time limit", async () => {
  const { batcher, usage, told } = await aBatcher({ maxDelayMs: 10 });

  await batcher.add(usage(1));
  await batcher.add(usage(2));

  await until(() => expect(told.size).toBe(2));
  expect(proxy().calls).toHaveLength(1);
});

describe("no event is lost or recorded twice", () => {
  it("if a batch fails for a while, its answer is lost, or something else responds", () =>
    forRows(
      [
        ["the answer to a batch is lost", ["lost", "lost"] as const],
        [
          "the service is unavailable for a while",
          ["cut", { status: 503 }, { status: 502 }] as const,
        ],
        ["another server responds with a page", [{ status: 404 }, { status: 200 }] as const],
        ["the rate limit is exceeded", [{ status: 429, headers: { "retry-after": "0" } }] as const],
      ],
      async (_, faults) => {
        const { batcher, usage, told, errors, recorded } = await aBatcher();
        proxy().faults = [...faults];

        for (let index = 0; index < 20; index += 1) await batcher.add(usage(index));
        expect(await batcher.close()).toEqual([]);

        expect(errors).toHaveLength(faults.length);
        expect(proxy().calls).toHaveLength(faults.length + 1);
        expect(told.size).toBe(20);
        expect(statuses(told)).toEqual([201]);
        expect(await recorded()).toHaveLength(20);
      },
    ));

  it("if a batch is too large for a proxy, and is split in halves", async () => {
    const { batcher, usage, told } = await aBatcher();
    proxy().faults = [{ status: 413 }, { status: 413 }];

    for (let index = 0; index < 20; index += 1) await batcher.add(usage(index));
    expect(await batcher.close()).toEqual([]);

    const sizes = proxy().calls.map(({ body }) => JSON.parse(body).usageEvents.length);
    expect(sizes).toEqual([20, 10, 5, 5, 10]);
    expect(statuses(told)).toEqual([201]);
  });

  it("if the result for some is unknown, and they are sent again", async () => {
    const { batcher, usage, told, errors } = await aBatcher();
    const unsaid = { status: 500, error: "An unexpected error occurred." };
    const refused = { status: 404, error: "Subscription was not found." };
    proxy().faults = [{ status: 200, body: JSON.stringify({ results: [refused, unsaid] }) }];

    await batcher.add(usage(1));
    await batcher.add(usage(2));
    await batcher.close();

    expect(told.get("requests:1")).toEqual(refused);
    expect(told.get("requests:2")).toMatchObject({ status: 201 });
    expect(errors).toEqual(["ServerError"]);
    expect(new Set(proxy().calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });
});

it("rejects a refused event with its reason, and records the others", async () => {
  const { batcher, usage, told } = await aBatcher();

  await batcher.add({ ...usage(1), quantity: "-1" });
  await batcher.add(usage(2));
  await batcher.close();

  expect(told.get("requests:1")).toMatchObject({ status: 400, error: expect.any(String) });
  expect(told.get("requests:2")).toMatchObject({ status: 201 });
});

it("rejects each event if the whole batch is refused", async () => {
  const { usage } = await aBatcher();
  const told: UsageEventResult[] = [];
  const stranger = proxy().client({ apiKey: "unknown" });
  const batcher = stranger.usageEvents.batcher({ onResult: (result) => told.push(result) });

  await batcher.add(usage(1));
  await batcher.add(usage(2));
  expect(await batcher.close()).toEqual([]);

  const refused = {
    status: 401,
    error: "A valid API key is required.",
    code: "invalid_api_key",
  };
  expect(told).toEqual([refused, refused]);
});

it("makes add wait while the buffer is full, and sends the event before close ends", async () => {
  const { batcher, usage, told } = await aBatcher({ maxEvents: 2, maxWaiting: 4 });
  proxy().faults = [{ status: 503, headers: { "retry-after": "60" } }];
  let added = 0;
  const adding = [0, 1, 2, 3, 4, 5].map((index) => batcher.add(usage(index)).then(() => added++));
  await until(() => expect(proxy().calls).toHaveLength(1));

  expect(added).toBe(4);
  expect(await batcher.close()).toEqual([]);

  await Promise.all(adding);
  expect(told.size).toBe(6);
  expect(statuses(told)).toEqual([201]);
});

it("accepts nothing after close, and close can be repeated", async () => {
  const { batcher, usage } = await aBatcher();
  await batcher.add(usage(1));

  expect(await Promise.all([batcher.close(), batcher.close()])).toEqual([[], []]);

  await expect(batcher.add(usage(2))).rejects.toThrow("The batcher is closed.");
  expect(proxy().calls).toHaveLength(1);
});

it("returns the events with unknown results if it is abandoned", async () => {
  const { batcher, usage, told } = await aBatcher({ maxEvents: 2, maxWaiting: 3 });
  proxy().faults = ["silent"];
  const adding = [0, 1, 2, 3].map((index) => batcher.add(usage(index)));
  await until(() => expect(proxy().calls).toHaveLength(1));

  const unknown = await batcher.close({ signal: AbortSignal.timeout(50) });

  await Promise.all(adding);
  const keys = unknown.map(({ eventKey }) => eventKey);
  expect(keys).toEqual(["requests:0", "requests:1", "requests:2", "requests:3"]);
  expect(told.size).toBe(0);
});

it("refuses only the event that is not JSON", async () => {
  const { batcher, usage, told } = await aBatcher();

  const quantity = 1n as unknown as string;
  await expect(batcher.add({ ...usage(1), quantity })).rejects.toThrow(TypeError);
  await batcher.add(usage(2));
  await batcher.close();

  expect([...told.keys()]).toEqual(["requests:2"]);
});

it("refuses options that break a rule", () =>
  forRows(
    [{ maxEvents: 0 }, { maxEvents: 1_001 }, { maxWaiting: 0 }, { maxEvents: Number.NaN }],
    async (options) => {
      await expect(aBatcher(options)).rejects.toThrow(RangeError);
    },
  ));

it("keeps a process running while it waits for `flush`", async () => {
  const { usage, recorded } = await aBatcher();
  proxy().faults = ["cut"];
  const program = `
    import { usanceClient } from "@usance/sdk";
    const usance = usanceClient({ baseUrl: "${proxy().url}", apiKey: "${testKey}" });
    const batcher = usance.usageEvents.batcher({ onResult: ({ status }) => console.log(status) });
    await batcher.add(${JSON.stringify(usage(1))});
    await batcher.flush();
    await batcher.add(${JSON.stringify(usage(1))});
    await batcher.flush();
  `;

  expect(await printedBy(program)).toBe("201\n409\n");
  expect(await recorded()).toEqual(["requests:1"]);
});

it("does not keep a process running", async () => {
  const program = `
    import { usanceClient } from "@usance/sdk";
    const usance = usanceClient({ baseUrl: "http://127.0.0.1:9" });
    const batcher = usance.usageEvents.batcher({ onResult: () => {}, maxDelayMs: 3_600_000 });
    await batcher.add({ eventKey: "requests:1" });
    console.log("added");
  `;
  expect(await printedBy(program)).toBe("added\n");
});

/** Runs a program beside a package that has the SDK. */
async function printedBy(program: string): Promise<string> {
  const args = ["--input-type=module", "--eval", program];
  const cwd = new URL("../../../apps/biller", import.meta.url);
  return (await promisify(execFile)(process.execPath, args, { cwd })).stdout;
}

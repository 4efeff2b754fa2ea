import { execFile } from "node:child_process";
import { promisify } from "node:util";
import {
  ConflictError,
  ConnectionError,
  type GateCall,
  type GateOptions,
  type GateRecording,
  PaymentRequiredError,
  type PlanCreateParams,
  type RateCardCreateParams,
} from "@usance/sdk";
import { describe, expect, it, onTestFinished } from "vitest";
import { aSubscriber } from "../../../apps/api/test/harness/a-subscriber.ts";
import { codeOn } from "../../../apps/api/test/harness/consumer-project.ts";
import { sql } from "../../../apps/api/test/harness/database.ts";
import { forRows } from "../../../apps/api/test/harness/for-rows.ts";
import { testKey, useService } from "../../../apps/api/test/harness/service.ts";
import { until } from "../../../apps/api/test/harness/until.ts";
import { useFaultyProxy } from "./faulty-proxy.ts";

const service = useService();
const proxy = useFaultyProxy(service);

const perUnit: RateCardCreateParams["components"] = [
  { type: "PER_UNIT", description: "Tokens", prefix: "tokens", unitAmount: "0.01" },
];

/** A subscriber with a balance of 1 USDC, which pays for 100 units, and a gate. */
async function aGate(options: GateOptions = {}, components = perUnit) {
  service().clock.advance((Date.now() - service().clock.now().getTime()) / 1_000);
  const usance = proxy().client();
  const plan: Partial<PlanCreateParams> = { billingInterval: "MONTH" };
  const { serviceId, userId, paymentPlanId, id: subscriptionId } = await aSubscriber(usance, plan);
  if (components.length > 0) await usance.rateCards.create({ paymentPlanId, components });
  const { id: balanceId } = await usance.balances.create({ serviceId, userId });
  await usance.balances.grant({ balanceId, amount: "1", reason: "Welcome credit" });
  const recorded: GateRecording[] = [];
  const onRecorded = (one: GateRecording) => recorded.push(one);
  const gate = usance.gate({ onRecorded, maxRetries: 0, ...options });
  // What still waits would be sent during another test.
  onTestFinished(async () => void (await gate.close({ signal: AbortSignal.abort() })));
  let count = 0;
  const call = (quantity = "10"): GateCall => {
    count += 1;
    const eventKey = `tokens:${count}`;
    return { serviceId, subscriptionId, userId, balanceId, eventKey, quantity };
  };
  /** A call that may use 10 units, and uses some of them. */
  const run = (quantity = "4", fields: Partial<GateCall> = {}) =>
    gate.run({ ...call(), ...fields }, async () => ({ quantity, value: "text" }));
  const amounts = async () => {
    const { available, held } = await usance.balances.get({ balanceId });
    return { available, held };
  };
  /** The recorded events, by their keys. */
  const events = async () => {
    const list = await usance.usageEvents.list({ subscriptionId, limit: 100 });
    return list.usageEvents.map(({ eventKey, quantity }) => `${eventKey} ${quantity}`).sort();
  };
  /** The keys of the events that were charged, in order. */
  const charges = async () => {
    const { usageEvents } = await usance.usageEvents.list({ subscriptionId, limit: 100 });
    const keys = new Map(usageEvents.map(({ id, eventKey }) => [id, eventKey]));
    const { balanceEntries } = await usance.balances.entries({ balanceId, limit: 100 });
    return balanceEntries
      .flatMap(({ usageEventId }) => keys.get(usageEventId ?? "") ?? [])
      .reverse();
  };
  const ids = { serviceId, subscriptionId, balanceId };
  return { usance, gate, call, run, amounts, events, charges, recorded, ...ids };
}

const notDone = () => Promise.reject(new Error("The work was done."));

/** During an outage that begins now. @returns what ends it */
function outage() {
  proxy().outage = "cut";
  return () => {
    proxy().outage = null;
  };
}

const keysOf = (recorded: readonly GateRecording[]) =>
  recorded.map(({ event, outcome }) => `${event.eventKey} ${outcome}`);

it("sets aside what a call may cost, makes it, and charges what it has used by the rate card", async () => {
  const { usance, gate, call, amounts, events, subscriptionId, serviceId } = await aGate();
  const terms = { measure: "quantity", max: "50", window: "ever", action: "REJECT" } as const;
  await usance.limits.set({ name: "tokens", serviceId, scope: "subject", ...terms });
  const subject = "agent-7";
  const left = async () => {
    const [limit] = await usance.limits.usage({ subscriptionId, subject });
    return limit?.remaining;
  };

  const { value, hold, waiting, refusal } = await gate.run({ ...call(), subject }, async (held) => {
    expect(held).toMatchObject({ status: "HELD", amount: "0.100000" });
    return { quantity: "4", value: [await amounts(), await left()] };
  });

  expect(value).toEqual([{ available: "0.900000", held: "0.100000" }, "40.000000"]);
  expect(hold).toMatchObject({ status: "COMMITTED", charged: "0.040000" });
  expect([waiting, refusal, await left()]).toEqual([null, null, "46.000000"]);
  expect(await amounts()).toEqual({ available: "0.960000", held: "0.000000" });
  expect(await events()).toEqual(["tokens:1 4.000000"]);
});

describe("does not do the work", () => {
  it("if the balance is too low or frozen, a limit is reached, or usage has no price", async () => {
    const open = { openFor: { calls: 100 } };
    const low = await aGate(open);
    const limited = await aGate(open);
    const { serviceId, balanceId } = limited;
    const terms = { measure: "quantity", window: "ever", action: "REJECT" } as const;
    const limit = { name: "tokens", serviceId, scope: "service", ...terms } as const;
    await limited.usance.limits.set({ ...limit, max: "9" });
    const unpriced = await aGate(open, []);
    const frozen = await aGate(open);
    await sql(
      service().databaseUrl,
      `UPDATE balances SET available = -1, status = 'FROZEN' WHERE id = '${frozen.balanceId}'`,
    );
    const stopped = await aGate(open);
    await stopped.usance.limits.set({ ...limit, serviceId: stopped.serviceId, max: "0" });

    await forRows(
      [
        [low, "101", { status: 402, code: "prepaid_balance_too_low", limit: null }],
        [limited, "10", { code: "limit_reached", limit: { name: "tokens", max: "9.000000" } }],
        [stopped, "1", { code: "limit_reached", limit: { max: "0.000000" } }],
        [unpriced, "1", { status: 409, code: "charge_not_priced" }],
        [frozen, "1", { status: 409, code: "balance_frozen" }],
      ] as const,
      async ({ gate, call }, quantity, error) => {
        await expect(gate.run(call(quantity), notDone)).rejects.toMatchObject(error);
        expect(gate.open.calls).toBe(0);
      },
    );
    expect((await limited.usance.balances.get({ balanceId })).held).toBe("0.000000");
  });

  it("of any of 200 concurrent calls that the budget does not cover", async () => {
    const { gate, call, amounts, events } = await aGate();
    let done = 0;
    const runs = Array.from({ length: 200 }, () =>
      gate.run(call("4"), async () => {
        done += 1;
        return { quantity: "3", value: null };
      }),
    );

    const settled = await Promise.allSettled(runs);

    const charged = settled.flatMap((one) =>
      one.status === "fulfilled" ? (one.value.hold?.charged ?? []) : [],
    );
    const refused = settled.flatMap((one) => (one.status === "rejected" ? one.reason : []));
    expect(new Set(charged)).toEqual(new Set(["0.030000"]));
    expect(refused.filter((error) => !(error instanceof PaymentRequiredError))).toEqual([]);
    expect([charged.length + refused.length, done]).toEqual([200, charged.length]);
    expect(charged.length).toBeGreaterThanOrEqual(25);
    // 1 USDC, 0.03 for each: without a hold they would have been more.
    const { available, held } = await amounts();
    expect(Number(available)).toBeCloseTo(1 - charged.length * 0.03);
    expect([Number(available) >= 0, held]).toEqual([true, "0.000000"]);
    expect(await events()).toHaveLength(charged.length);
  });
});

it("gives the hold back if the work throws", async () => {
  const { gate, call, amounts, events } = await aGate();

  await expect(gate.run(call(), notDone)).rejects.toThrow("The work was done.");

  expect([await amounts(), await events()]).toEqual([
    { available: "1.000000", held: "0.000000" },
    [],
  ]);
});

it("charges more than was held if the tiers have moved, and at most `max` if it is given", async () => {
  const tiers = [
    { upTo: "10", unitAmount: "0" },
    { upTo: null, unitAmount: "0.01" },
  ];
  const graduated = { type: "GRADUATED", description: "Tokens", prefix: "tokens", tiers } as const;
  const { gate, call, run, amounts } = await aGate({}, [graduated]);

  const moved = await gate.run(call("10"), async () => {
    await run("10");
    return { quantity: "8", value: null };
  });
  const capped = await run("10", { max: "0.05" });
  const own = await gate.run({ ...call(), max: "0.05" }, async () => {
    return { quantity: "9", amount: "0.02", value: null };
  });

  expect(moved).toMatchObject({ refusal: null, hold: { amount: "0.000000", charged: "0.080000" } });
  expect(capped.refusal?.code).toBe("more_than_held");
  expect(capped.hold).toMatchObject({ charged: "0.050000" });
  expect(own.hold).toMatchObject({ charged: "0.020000" });
  expect(await amounts()).toEqual({ available: "0.850000", held: "0.000000" });
});

it("throws what the charge is refused for, and charges nothing", async () => {
  const { run, amounts, gate } = await aGate({ openFor: { calls: 1 } });
  await run("4", { eventKey: "tokens:once" });

  await expect(run("4", { eventKey: "tokens:once" })).rejects.toBeInstanceOf(ConflictError);

  expect(await amounts()).toEqual({ available: "0.960000", held: "0.000000" });
  expect(gate.open.calls).toBe(0);
});

describe("charges once, if the answer is lost", () => {
  it("to the check or to the commit, and a repeat is answered", async () => {
    const { gate, call, amounts } = await aGate({ maxRetries: 1 });
    proxy().faults = ["lost"];

    const { hold } = await gate.run(call(), async () => {
      proxy().faults = ["lost"];
      return { quantity: "4", value: null };
    });

    expect([hold?.charged, proxy().faults]).toEqual(["0.040000", []]);
    expect(await amounts()).toEqual({ available: "0.960000", held: "0.000000" });
  });

  it("to the commit, or the commit itself: the result is returned, and the event waits", () =>
    forRows([["lost"], ["cut"], [{ status: 503 }], [{ status: 429 }]] as const, async (fault) => {
      const { usance, gate, call, amounts, events, recorded, subscriptionId } = await aGate();

      const result = await gate.run(call(), async () => {
        proxy().faults = [fault];
        return { quantity: "4", value: "text" };
      });
      service().clock.advance(60);
      await gate.flush();

      expect(result).toMatchObject({ value: "text", hold: { status: "HELD" }, refusal: null });
      expect(keysOf(recorded)).toEqual(["tokens:1 CHARGED"]);
      expect(recorded[0]).toMatchObject({ event: result.waiting, refusal: null });
      expect(await amounts()).toEqual({ available: "0.960000", held: "0.000000" });
      expect(await events()).toEqual(["tokens:1 4.000000"]);
      const [event] = (await usance.usageEvents.list({ subscriptionId })).usageEvents;
      if (fault !== "lost") expect(event?.occurredAt).toBe(result.waiting?.occurredAt);
    }));

  it("to the check, whose hold takes all of the balance", async () => {
    const { gate, call, amounts, recorded } = await aGate({ openFor: { calls: 1 } });
    proxy().faults = ["lost"];

    await gate.run(call("100"), async () => ({ quantity: "40", value: null }));
    expect(await amounts()).toEqual({ available: "0.000000", held: "1.000000" });
    proxy().faults = ["lost", "lost"];
    await gate.flush();

    expect(keysOf(recorded)).toEqual(["tokens:1 CHARGED"]);
    expect(await amounts()).toEqual({ available: "0.600000", held: "0.000000" });
  });
});

it("commits the hold that takes all of the balance, however often the commit has no answer", async () => {
  const { gate, call, amounts, recorded } = await aGate();

  await gate.run(call("100"), async () => {
    proxy().faults = ["cut", "cut", "none", "cut"];
    return { quantity: "40", value: null };
  });
  await gate.flush();

  expect(keysOf(recorded)).toEqual(["tokens:1 CHARGED"]);
  expect(await amounts()).toEqual({ available: "0.600000", held: "0.000000" });
});

describe("during an outage", () => {
  it("does no work, unless it may be let through", async () => {
    const { gate, call, run, events } = await aGate();
    const end = outage();
    await expect(gate.run(call(), notDone)).rejects.toBeInstanceOf(ConnectionError);
    proxy().outage = { status: 503 };
    await expect(gate.run(call(), notDone)).rejects.toThrow("503");
    end();

    await run();

    expect(await events()).toEqual(["tokens:3 4.000000"]);
  });

  it("lets through exactly as many calls as it may, and records each once, in order", async () => {
    const opened: number[] = [];
    const { gate, run, amounts, events, charges, recorded } = await aGate({
      openFor: { calls: 5 },
      onOpen: ({ name }, { calls }) => opened.push(name === "ConnectionError" ? calls : Number.NaN),
    });
    for (let round = 1; round <= 2; round += 1) {
      const end = outage();
      const settled = await Promise.allSettled(Array.from({ length: 40 }, () => run("4")));
      const let_ = settled.filter(({ status }) => status === "fulfilled");
      expect([let_.length, gate.open]).toEqual([5, { calls: 5, units: "20.000000" }]);
      end();
      // The answers to the batch are lost at first.
      proxy().faults = ["lost", "lost"];
      await gate.flush();

      expect(gate.open).toEqual({ calls: 0, units: "0.000000" });
      expect(recorded).toHaveLength(5 * round);
    }
    expect(opened).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5]);
    expect(new Set(recorded.map(({ outcome }) => outcome))).toEqual(new Set(["CHARGED"]));
    expect(await charges()).toEqual(recorded.map(({ event }) => event.eventKey));
    expect(await events()).toHaveLength(10);
    expect(await amounts()).toEqual({ available: "0.600000", held: "0.000000" });
  });

  it("counts units: the most that a call may use, then what it has used", async () => {
    const { gate, call } = await aGate({ openFor: { calls: 100, units: "10.5" } });
    const use = (quantity: string, used: string, during = async () => gate.open.units) =>
      gate.run(call(quantity), async () => ({ quantity: used, value: await during() }));
    outage();

    await use("6.25", "1", async () => {
      await expect(use("4.250001", "0")).rejects.toBeInstanceOf(ConnectionError);
      return "";
    });
    const { value } = await use("9.5", "9");

    expect(value).toBe("10.500000");
    expect(gate.open).toEqual({ calls: 2, units: "10.000000" });
    await expect(use("0.500001", "0")).rejects.toBeInstanceOf(ConnectionError);
    await use("0.5", "0");
  });

  it("refuses a bound that is none", () =>
    forRows([{ calls: Number.NaN }, { calls: 1, units: "many" }], async (openFor) => {
      expect(() => proxy().client().gate({ openFor })).toThrow(/at least 0|many/);
    }));

  it("frees the place of work that throws, and records when the other was done", async () => {
    const { usance, gate, call, run, subscriptionId } = await aGate({ openFor: { calls: 1 } });
    const end = outage();

    await expect(gate.run(call(), notDone)).rejects.toThrow("The work was done.");
    const { waiting } = await run();
    end();
    service().clock.advance(60);
    await gate.flush();

    const { usageEvents } = await usance.usageEvents.list({ subscriptionId });
    const { eventKey, occurredAt } = waiting ?? {};
    expect(usageEvents).toEqual([expect.objectContaining({ eventKey, occurredAt })]);
  });

  it("records what waits when a later call is answered", async () => {
    const { gate, run, recorded } = await aGate({ openFor: { calls: 1 } });
    proxy().faults = ["cut", { status: 503, headers: { "retry-after": "3600" } }];
    const sent = proxy().calls.length;
    await run();
    const flushed = gate.flush();
    await until(() => expect(proxy().calls.length).toBe(sent + 2));

    await run();
    await flushed;

    expect(keysOf(recorded)).toEqual(["tokens:1 CHARGED"]);
  });

  it("records without a charge what the balance no longer covers, and tells what cannot be recorded", async () => {
    const { gate, call, run, usance, balanceId, serviceId, amounts, events, recorded } =
      await aGate({ openFor: { calls: 3 } });
    const end = outage();
    await run("4", { quantity: "4" });
    await run("70", { quantity: "90" });
    await run("500");
    end();
    const terms = { measure: "quantity", window: "ever", action: "REJECT" } as const;
    await usance.limits.set({ name: "tokens", serviceId, scope: "service", max: "200", ...terms });
    await usance.holds.withHold(balanceId, "0.5", async () => ({ amount: "0.5" }));
    // The charges, the two holds, and the events without a charge, whose answer is lost.
    proxy().faults = ["lost", { status: 503 }];
    await gate.flush();

    expect(keysOf(recorded)).toEqual([
      "tokens:1 CHARGED",
      "tokens:2 UNCHARGED",
      "tokens:3 REFUSED",
    ]);
    expect(recorded.map(({ refusal }) => refusal?.code)).toEqual([
      undefined,
      "prepaid_balance_too_low",
      "limit_reached",
    ]);
    expect(await events()).toEqual(["tokens:1 4.000000", "tokens:2 70.000000"]);
    expect(await amounts()).toEqual({ available: "0.460000", held: "0.000000" });
    expect(gate.open.calls).toBe(0);
    await gate.run(call("1"), async () => ({ quantity: "1", value: null }));
  });

  it("returns from `close` what has no answer, and lets nothing through after that", async () => {
    const { usance, gate, call, run, events, amounts } = await aGate({ openFor: { calls: 9 } });
    const end = outage();
    const waiting = [await run(), await run()].map((one) => one.waiting);

    const left = await gate.close({ signal: AbortSignal.abort() });

    expect(left).toEqual(waiting);
    await expect(gate.run(call(), notDone)).rejects.toBeInstanceOf(ConnectionError);
    end();
    // As the next process does it.
    await usance.usageEvents.batch({ usageEvents: [...left] });
    const [again] = await usance.usageEvents.batch({ usageEvents: [...left] });
    expect(again).toMatchObject({ code: "usage_event_already_recorded" });
    expect(await events()).toEqual(["tokens:1 4.000000", "tokens:2 4.000000"]);
    expect(await amounts()).toEqual({ available: "0.920000", held: "0.000000" });
  });

  it("does not keep a process running", async () => {
    const program = `
      import { usanceClient } from "@usance/sdk";
      const usance = usanceClient({ baseUrl: "http://127.0.0.1:9" });
      const gate = usance.gate({ openFor: { calls: 1 }, maxRetries: 0 });
      await gate.run({ balanceId: "b", eventKey: "tokens:1", quantity: "1" }, async () => ({ quantity: "1" }));
      console.log(gate.open);
    `;
    const { stdout } = await runNode(program);

    expect(stdout).toBe("{ calls: 1, units: '1.000000' }\n");
  });
});

it("keeps the budget of the guide's program", async () => {
  const card = [{ type: "PER_UNIT", description: "Tokens", unitAmount: "0.0001" }] as const;
  const { call, amounts } = await aGate({}, [...card]);
  const { eventKey: _, quantity: __, ...budget } = call();
  const guide = codeOn("balances.md", "ts")
    .replace("http://127.0.0.1:3000", proxy().url)
    .replace("usance_…", testKey);
  const program = `
    globalThis.complete = async () => ({ text: "It answers.", tokens: 1840 });
    ${guide}
    console.log(await ask(${JSON.stringify(budget)}, "Hello"));
    await gate.close();
  `;

  const { stdout } = await runNode(program);

  expect(stdout).toBe("It answers.\n");
  expect(await amounts()).toEqual({ available: "0.816000", held: "0.000000" });
});

/** Runs a program beside a package that has the SDK. */
const runNode = (program: string) =>
  promisify(execFile)(process.execPath, ["--input-type=module-typescript", "--eval", program], {
    cwd: new URL("../../../apps/biller", import.meta.url),
  });

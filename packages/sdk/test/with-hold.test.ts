import {
  BadRequestError,
  ConflictError,
  ConnectionError,
  type HoldSpent,
  NotFoundError,
  PaymentRequiredError,
} from "@usance/sdk";
import { expect, it } from "vitest";
import { aSubscriber } from "../../../apps/api/test/harness/a-subscriber.ts";
import { useService } from "../../../apps/api/test/harness/service.ts";
import { useFaultyProxy } from "./faulty-proxy.ts";

const service = useService();
const proxy = useFaultyProxy(service);

/** A balance of a new subscriber, with 1 USDC, at a time that is the client's too. */
async function aBalance() {
  service().clock.advance((Date.now() - service().clock.now().getTime()) / 1_000);
  const usance = proxy().client();
  const subscriber = await aSubscriber(usance);
  const { serviceId, userId, id: subscriptionId } = subscriber;
  const balance = await usance.balances.create({ serviceId, userId });
  await usance.balances.grant({ balanceId: balance.id, amount: "1", reason: "Welcome credit" });
  const read = async () => {
    const { available, held } = await usance.balances.get({ balanceId: balance.id });
    return { available, held };
  };
  const usageEvent = (eventKey: string) => ({ subscriptionId, eventKey, quantity: "1" });
  return { usance, balance, read, usageEvent };
}

it("charges what the work cost, with its usage event", async () => {
  const { usance, balance, read, usageEvent } = await aBalance();

  const { hold, spent } = await usance.holds.withHold(balance, "0.5", async (held) => {
    expect(held?.status).toBe("HELD");
    expect(await read()).toEqual({ available: "0.500000", held: "0.500000" });
    return { amount: "0.2", usageEvent: usageEvent("tokens"), text: "what it made" };
  });

  expect(spent.text).toBe("what it made");
  expect(hold).toMatchObject({ status: "COMMITTED", charged: "0.200000" });
  expect(await read()).toEqual({ available: "0.800000", held: "0.000000" });
});

it("does not do work for which a limit has no room, and reserves what it may use", async () => {
  const { usance, balance, usageEvent } = await aBalance();
  const { serviceId } = balance;
  const terms = { measure: "quantity", max: "10", window: "ever", action: "REJECT" } as const;
  await usance.limits.set({ name: "tokens", serviceId, scope: "service", ...terms });
  const { subscriptionId } = usageEvent("tokens:1");
  const usage = (quantity: string) => ({ subscriptionId, eventKey: "tokens:1", quantity });
  const left = async () => (await usance.limits.usage({ subscriptionId }))[0]?.remaining;
  const work = async () => {
    const during = await left();
    return { amount: "0.2", usageEvent: { ...usageEvent("tokens:1"), quantity: "4" }, during };
  };

  const refused = usance.holds.withHold(balance, "0.5", work, { usage: usage("11") });
  await expect(refused).rejects.toMatchObject({
    limit: { name: "tokens", remaining: "10.000000" },
  });
  const { spent } = await usance.holds.withHold(balance, "0.5", work, { usage: usage("10") });

  expect([spent.during, await left()]).toEqual(["0.000000", "6.000000"]);
});

it("releases the hold if the work throws", async () => {
  const { usance, balance, read } = await aBalance();

  const work = usance.holds.withHold(balance.id, "0.5", () => Promise.reject(new Error("no")));

  await expect(work).rejects.toThrow("no");
  expect(await read()).toEqual({ available: "1.000000", held: "0.000000" });
});

it("does not do the work if the balance is too low, also if it may fail open", async () => {
  const { usance, balance } = await aBalance();
  const work = () => Promise.reject(new Error("The work was done."));

  const held = usance.holds.withHold(balance, "1.01", work, { onUnheld: () => undefined });

  await expect(held).rejects.toBeInstanceOf(PaymentRequiredError);
});

it("sends no Idempotency-Key, so that the service can do many holds in one commit", async () => {
  const { usance, balance } = await aBalance();
  const sent = proxy().calls.length;

  await usance.holds.withHold(balance, "0.1", async () => ({ amount: "0.1" }));
  const work = () => Promise.reject(new Error("no"));
  await expect(usance.holds.withHold(balance, "0.1", work)).rejects.toThrow("no");

  const calls = proxy().calls.slice(sent);
  expect(calls.map(({ path }) => path.split("/").at(-1))).toEqual([
    "holds",
    "commit",
    "holds",
    "release",
  ]);
  expect(calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual(calls.map(() => undefined));
});

it("gives the hold back once if the answer to its release is lost", async () => {
  const { usance, balance, read } = await aBalance();

  const work = usance.holds.withHold(balance, "0.5", () => {
    proxy().faults = ["lost", "cut"];
    return Promise.reject(new Error("no"));
  });

  await expect(work).rejects.toThrow("no");
  expect(proxy().faults).toEqual([]);
  expect(await read()).toEqual({ available: "1.000000", held: "0.000000" });
});

it("sends the Idempotency-Key that a call is given", async () => {
  const { usance, balance } = await aBalance();
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const input = { balanceId: balance.id, key: crypto.randomUUID(), amount: "0.1", expiresAt };

  await usance.holds.create(input, { idempotencyKey: `mine-${input.key}` });

  expect(proxy().calls.at(-1)?.idempotencyKey).toBe(`mine-${input.key}`);
});

it("charges once if every answer is lost the first time", async () => {
  const { usance, balance, read, usageEvent } = await aBalance();
  proxy().faults = ["lost"];

  const { hold } = await usance.holds.withHold(balance, "0.5", async () => {
    proxy().faults = ["lost"];
    return { amount: "0.3", usageEvent: usageEvent("lost") };
  });

  expect(proxy().faults).toEqual([]);
  expect(hold?.status).toBe("COMMITTED");
  expect(await read()).toEqual({ available: "0.700000", held: "0.000000" });
});

it("charges what was held if the work cost more than can be charged, and says so", async () => {
  for (const [spent, code] of [
    [{ amount: "0.6" }, "more_than_held"],
    [{ amount: "1.1", allowMore: true }, "prepaid_balance_too_low"],
  ] as const) {
    const { usance, balance, read, usageEvent } = await aBalance();

    const { hold, refusal } = await usance.holds.withHold(balance, "0.5", async () => ({
      ...spent,
      usageEvent: usageEvent("dear"),
    }));

    expect(refusal?.code).toBe(code);
    expect(hold).toMatchObject({ status: "COMMITTED", charged: "0.500000" });
    expect(hold?.usageEventId).not.toBeNull();
    expect(await read()).toEqual({ available: "0.500000", held: "0.000000" });
  }
});

it("keeps the hold if the charge of what was held has no answer", async () => {
  const { balance, read } = await aBalance();
  const usance = proxy().client({ maxRetries: 0 });

  const held = usance.holds.withHold(balance, "0.5", async () => {
    proxy().faults = ["none", "cut"]; // the commit of more is refused
    return { amount: "0.6" };
  });

  await expect(held).rejects.toBeInstanceOf(ConnectionError);
  expect(await read()).toEqual({ available: "0.500000", held: "0.500000" });
});

it("releases the hold and throws if the charge is refused for another reason", async () => {
  const { usance, balance, read, usageEvent } = await aBalance();
  const charge = (spent: HoldSpent) => usance.holds.withHold(balance, "0.5", async () => spent);
  await charge({ amount: "0.1", usageEvent: usageEvent("once") });

  for (const [spent, error] of [
    [{ amount: "0.1", usageEvent: usageEvent("once") }, ConflictError],
    [{ amount: "a lot" }, BadRequestError],
    [
      { amount: "0.1", usageEvent: { ...usageEvent("new"), subscriptionId: "none" } },
      NotFoundError,
    ],
  ] as const) {
    await expect(charge(spent)).rejects.toBeInstanceOf(error);
    expect(await read()).toEqual({ available: "0.900000", held: "0.000000" });
  }
});

it("does the work without a hold during an outage only if it is told to", async () => {
  const { balance, read } = await aBalance();
  const usance = proxy().client({ maxRetries: 0 });
  const untold = () => usance.holds.withHold(balance, "0.5", async () => ({ amount: "0.2" }));
  proxy().faults = [{ status: 503 }];
  await expect(untold()).rejects.toThrow("503");
  const errors: string[] = [];
  proxy().faults = ["cut"];

  const { spent, hold } = await usance.holds.withHold(
    balance,
    "0.5",
    async (held) => ({ amount: held === null ? "0" : "0.2" }),
    { onUnheld: ({ name }) => errors.push(name) },
  );

  expect({ spent, hold, errors }).toEqual({
    spent: { amount: "0" },
    hold: null,
    errors: ["ConnectionError"],
  });
  expect(await read()).toEqual({ available: "1.000000", held: "0.000000" });
});

import { join } from "node:path";
import { ServerError, type Subscription, usanceClient } from "@usance/sdk";
import { beforeEach, describe, expect, it } from "vitest";
import { aCappedSubscription } from "../../../apps/api/test/harness/checkout.ts";
import { restDoor } from "../../../apps/api/test/harness/doors.ts";
import { balanceOf } from "../../../apps/api/test/harness/payer.ts";
import { payments, testKey, useService } from "../../../apps/api/test/harness/service.ts";
import { Story } from "../../../apps/api/test/harness/story.ts";
import { temporaryFolder } from "../../../apps/api/test/processes/entry.ts";
import { billsIn } from "../src/bills.ts";
import { carryOutBill } from "../src/carry-out-bill.ts";
import { openDatabase } from "../src/database.ts";
import { decideBills, endOfLastPeriod } from "../src/decide-bills.ts";
import { clientOf } from "./example.ts";

const service = useService(payments);
const story = new Story(restDoor, service);
const daySeconds = 86_400;
const monthly = { billingInterval: "MONTH" };
let file: string;

beforeEach(() => {
  file = join(temporaryFolder(), "daylight.db");
});

/** One run of the billing job, as a process of its own would do it. */
async function run({ serviceId, paymentPlanId }: Subscription, usance = clientOf(service)) {
  const bills = billsIn(openDatabase(file));
  const sale = { serviceId, paymentPlanId, webhookSecret: "" };
  const now = service().clock.now();
  await decideBills(usance, bills, sale, (subscription) => endOfLastPeriod(subscription, now));
  for (const bill of bills.open()) await carryOutBill(usance, bills, sale, bill);
}

/** A client that waits once such a call was answered, before it knows. */
const pausing = (path: RegExp, wait: () => Promise<void>) =>
  usanceClient({
    baseUrl: service().url,
    apiKey: testKey,
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      if (path.test(String(url))) await wait();
      return answer;
    },
  });

async function use(subscription: Subscription, quantity: string, occurredAt?: string) {
  await story.done("usageEvents.create", story.usageOf(subscription, { quantity, occurredAt }));
}

async function invoicesOf({ id }: Subscription) {
  const list = clientOf(service).invoices.list({ subscriptionId: id, limit: 100 });
  const invoices = await Array.fromAsync(list, ({ amount, status }) => `${amount} ${status}`);
  return invoices.reverse();
}

/** A month goes by, and a day. */
const aMonthLater = () => service().clock.advance(32 * daySeconds);

describe("the usage of a period", () => {
  it("is invoiced and paid on the chain once the period is over, however often billing runs", async () => {
    const { subscription, payer, payoutAddress } = await aCappedSubscription(story, "100", monthly);
    await use(subscription, "1000");
    await run(subscription);
    expect(await invoicesOf(subscription)).toEqual([]);

    aMonthLater();
    await use(subscription, "77");
    await run(subscription);
    await run(subscription);

    expect(await invoicesOf(subscription)).toEqual(["2.500000 PAID"]);
    expect(await payer.balance()).toBe("997.500000");
    expect(await balanceOf(service(), payoutAddress)).toBe("2.500000");
    expect(billsIn(openDatabase(file)).open()).toEqual([]);
  });

  it("is billed an hour after the period's end, so that late usage can arrive", async () => {
    const subscription = await story.aSubscription(monthly);
    await use(subscription, "1000");
    const { clock } = service();

    clock.set(new Date(Date.parse(subscription.currentPeriodEnd) + 3_590_000).toISOString());
    await run(subscription);
    expect(await invoicesOf(subscription)).toEqual([]);

    clock.advance(20);
    await run(subscription);
    expect(await invoicesOf(subscription)).toEqual(["2.500000 OPEN"]);
  });

  it("is on the next bill if it arrives after its period was billed", async () => {
    const subscription = await story.aSubscription(monthly);
    const late = service().clock.in(1);
    await use(subscription, "1000");
    aMonthLater();
    await run(subscription);

    await use(subscription, "20", late);
    await run(subscription);
    expect(await invoicesOf(subscription)).toEqual(["2.500000 OPEN"]);
    await use(subscription, "400");
    aMonthLater();
    await run(subscription);

    expect(await invoicesOf(subscription)).toEqual(["2.500000 OPEN", "1.050000 OPEN"]);
  });

  it("is billed completely when the subscription is cancelled", async () => {
    const subscription = await story.aSubscription(monthly);
    await use(subscription, "1000");
    await story.done("subscriptions.cancel", { subscriptionId: subscription.id });

    await run(subscription);

    expect(await invoicesOf(subscription)).toEqual(["2.500000 OPEN"]);
  });

  it("is billed completely when the subscription ends with its period", async () => {
    const subscription = await story.aSubscription(monthly);
    await use(subscription, "1000");
    const { id: subscriptionId } = subscription;
    await story.done("subscriptions.cancel", { subscriptionId, atPeriodEnd: true });

    await run(subscription);
    expect(await invoicesOf(subscription)).toEqual([]);
    aMonthLater();
    await run(subscription);

    expect(await invoicesOf(subscription)).toEqual(["2.500000 OPEN"]);
  });

  it("is multiplied exactly, and carried over while worth less than a unit of USDC", async () => {
    const subscription = await story.aSubscription(monthly);
    await use(subscription, "0.000399");
    aMonthLater();
    await run(subscription);
    expect(await invoicesOf(subscription)).toEqual([]);

    await use(subscription, "987654321098765432.1");
    aMonthLater();
    await run(subscription);

    // 987654321098765432.100399 × 0.0025 = 2469135802746913.5802509975
    expect(await invoicesOf(subscription)).toEqual(["2469135802746913.580250 OPEN"]);
  });
});

describe("exactly one invoice is created", () => {
  it("if several runs bill at once", async () => {
    const subscription = await story.aSubscription(monthly);
    await use(subscription, "1000");
    aMonthLater();
    const { promise: together, resolve } = Promise.withResolvers<void>();
    let drafts = 0;
    // All of them see a draft before any of them opens it.
    const sees = async () => {
      drafts += 1;
      if (drafts === 3) resolve();
      await together;
    };

    const runs = [1, 2, 3].map(() => run(subscription, pausing(/\/invoices\/\w+$/, sees)));
    await Promise.all(runs);

    expect(await invoicesOf(subscription)).toEqual(["2.500000 OPEN"]);
  });

  it("if a run is delayed for days and another replaces it", async () => {
    const subscription = await story.aSubscription(monthly);
    await use(subscription, "1000");
    aMonthLater();

    const heldUp = async () => {
      service().clock.advance(3 * daySeconds); // the Idempotency-Key is forgotten
      await run(subscription);
    };
    await run(subscription, pausing(/\/invoices$/, heldUp));

    expect(await invoicesOf(subscription)).toEqual(["2.500000 DRAFT", "2.500000 OPEN"]);
  });
});

describe("an invoice stays OPEN", () => {
  it("without a spending cap, until it is settled otherwise", async () => {
    const subscription = await story.aSubscription(monthly);
    await use(subscription, "1000");
    aMonthLater();
    await run(subscription);
    const bills = billsIn(openDatabase(file));
    const [{ invoiceId: id = "" } = {}] = bills.open();
    expect(await invoicesOf(subscription)).toEqual(["2.500000 OPEN"]);

    await story.done("settlements.create", story.settlementOf({ id: id ?? "" }));
    await run(subscription);

    expect(await invoicesOf(subscription)).toEqual(["2.500000 PAID"]);
    expect(bills.open()).toEqual([]);
  });

  it("while the chain refuses it, and no money is taken", async () => {
    const { subscription, payer } = await aCappedSubscription(story, "2", monthly);
    await use(subscription, "1000");
    aMonthLater();

    const failed = await run(subscription).catch((error: unknown) => error);

    expect(failed).toBeInstanceOf(ServerError);
    expect(failed).toMatchObject({ message: expect.stringContaining("CapExceeded") });
    expect(await invoicesOf(subscription)).toEqual(["2.500000 OPEN"]);
    expect(await payer.balance()).toBe("1000.000000");
    expect(billsIn(openDatabase(file)).open()).toHaveLength(1);
  });
});

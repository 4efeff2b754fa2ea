import { type Invoice, type Subscription, usanceClient } from "@usance/sdk";
import { beforeEach, describe, expect, it } from "vitest";
import { aCappedSubscription } from "../../api/test/harness/checkout.ts";
import { ClockedStory } from "../../api/test/harness/clocked-story.ts";
import { restDoor } from "../../api/test/harness/doors.ts";
import { aPortal, signedCap } from "../../api/test/harness/portal.ts";
import { payments, testKey, useService } from "../../api/test/harness/service.ts";
import { Story } from "../../api/test/harness/story.ts";
import { planBills, runBiller } from "../src/index.ts";

/* The biller with a real service and chain. The test sets the service's clock, which the biller uses too. */

const service = useService(payments);
const story = new Story(restDoor, service);
const monthly = { billingInterval: "MONTH" };
const daily = { billingInterval: "DAY" };
const day = 86_400;
const perRequest = {
  type: "PER_UNIT",
  description: "Requests",
  prefix: "requests",
  unitAmount: "0.5",
};

type Fetch = typeof globalThis.fetch;
let said: string[];
beforeEach(() => {
  said = [];
});

const optionsOf = (serviceId: string, fetch: Fetch = globalThis.fetch) => ({
  usance: usanceClient({ baseUrl: service().url, apiKey: testKey, fetch, maxRetries: 0 }),
  serviceId,
  graceSeconds: 3_600,
  say: (line: string) => said.push(line),
});
const run = ({ serviceId }: Pick<Subscription, "serviceId">, fetch?: Fetch) =>
  runBiller(optionsOf(serviceId, fetch));

async function aSubscription(components: object[] = [perRequest], plan: object = monthly) {
  const subscription: Subscription = await story.aSubscription({ ...plan });
  await story.aRateCard({ paymentPlanId: subscription.paymentPlanId, components });
  return subscription;
}

/** @returns the event's id */
async function use(
  subscription: Subscription,
  quantity: string,
  occurredAt?: string,
): Promise<string> {
  return (await story.aUsageEvent(subscription, { quantity, occurredAt })).id;
}

/** All invoices of a subscription, oldest first, with the lines that cost something. */
async function invoicesOf({ id: subscriptionId }: Subscription) {
  const { invoices } = await story.done("invoices.list", { subscriptionId, limit: 100 });
  return (invoices as Invoice[]).toReversed();
}

async function billsOf(subscription: Subscription) {
  const invoices = await invoicesOf(subscription);
  return invoices.map(({ amount, status, lines }) => [
    `${amount} ${status}`,
    ...lines
      .filter((line) => Number(line.amount) !== 0)
      .map((line) => `${line.description}: ${line.quantity} × ${line.unitAmount} = ${line.amount}`),
  ]);
}

const totalsOf = async (subscription: Subscription) =>
  (await billsOf(subscription)).map(([first]) => first);

/** The end of the current period, plus the grace. */
async function afterPeriod({ id: subscriptionId }: Subscription, seconds = 3_600) {
  const { subscription } = await story.done("subscriptions.get", { subscriptionId });
  const end = Date.parse(subscription.currentPeriodEnd);
  service().clock.set(new Date(end + seconds * 1_000).toISOString());
}

/** Ends the current period, and runs the biller after the grace. */
async function endPeriod(subscription: Subscription): Promise<void> {
  await afterPeriod(subscription);
  await run(subscription);
}

/** A subscription with a card, and a spending cap that names it, which is valid for a year of the chain's clock. */
function aCapped(cap: string, plan: { billingInterval: string } = monthly) {
  service().clock.set(new Date().toISOString());
  return aCappedSubscription(story, cap, plan, [{ components: [perRequest] }]);
}

describe("the usage of a period", () => {
  it("is billed once the grace is over, with a line per component, its period and the hash of its usage", async () => {
    const subscription = await aSubscription([
      { type: "FLAT", description: "Base fee", amount: "10" },
      perRequest,
      { type: "PER_UNIT", description: "Not used", prefix: "seats", unitAmount: "7" },
    ]);
    await use(subscription, "3");
    await run(subscription);
    await afterPeriod(subscription, 3_599);
    await run(subscription);
    expect(await billsOf(subscription)).toEqual([]);

    service().clock.advance(2);
    await use(subscription, "100");
    await run(subscription);
    await run(subscription);

    expect(await billsOf(subscription)).toEqual([
      [
        "11.500000 OPEN",
        "Base fee: 1.000000 × 10.000000 = 10.000000",
        "Requests: 3.000000 × 0.500000 = 1.500000",
      ],
    ]);
    const [invoice] = await invoicesOf(subscription);
    const { currentPeriodStart: from, currentPeriodEnd: to, id: subscriptionId } = subscription;
    expect(invoice).toMatchObject({ periodStart: from, periodEnd: to, billNumber: 1 });
    const { proof } = await story.done("invoices.proof", { invoiceId: invoice?.id });
    expect(proof.bill.usage.periods).toMatchObject([
      { from, to, charge: "11.500000", totals: [{ prefix: "requests", count: 1 }] },
    ]);
    expect(said).toEqual([
      `${subscriptionId}, ${from} to ${to}: 11.500000 USDC, invoice ${invoice?.id} is OPEN: ${invoice?.url}`,
    ]);
  });

  it("is collected under the spending cap of the subscriber", async () => {
    const { subscription, payer } = await aCapped("100");
    await use(subscription, "5");
    await endPeriod(subscription);
    await run(subscription);

    expect(await billsOf(subscription)).toEqual([
      ["2.500000 PAID", "Requests: 5.000000 × 0.500000 = 2.500000"],
    ]);
    const [bill] = await invoicesOf(subscription);
    expect(bill?.settlements).toMatchObject([{ referenceHash: bill?.billHash }]);
    expect(await payer.balance()).toBe("997.500000");
  });

  it("stays open with its link while the cap does not suffice, and is tried again after an hour", async () => {
    const { subscription, payer } = await aCapped("2");
    await use(subscription, "5");
    await afterPeriod(subscription);
    const attempts = async () => (await invoicesOf(subscription))[0]?.settlements.length;

    await run(subscription);
    await run(subscription);
    const [invoice] = await invoicesOf(subscription);
    expect(said).toHaveLength(2);
    expect(said[0]).toContain(`2.500000 USDC, invoice ${invoice?.id} is OPEN: ${invoice?.url}`);
    expect(said[1]).toMatch(
      /2\.500000 USDC could not be collected \(the spending cap has \d+\.\d{6} USDC left\): /,
    );
    expect(said[1]).toContain(invoice?.url);
    expect(await attempts()).toBe(1);

    service().clock.advance(3_600);
    await run(subscription);
    expect(await attempts()).toBe(2);
    expect(await payer.balance()).toBe("1000.000000");
  });

  it("at a higher price than was signed is collected once the new price is signed", async () => {
    const { subscription, payer } = await aCapped("100");
    const { id: subscriptionId, paymentPlanId, userId } = subscription;
    await use(subscription, "5");
    const dearer = [{ ...perRequest, unitAmount: "1" }];
    await story.aRateCard({ paymentPlanId, components: dearer });
    await endPeriod(subscription);
    await use(subscription, "2", subscription.currentPeriodStart);
    await use(subscription, "5");
    await endPeriod(subscription);
    expect(await totalsOf(subscription)).toEqual(["2.500000 PAID", "6.000000 OPEN"]);
    expect(said.at(-1)).toContain("(The prices are higher than those that were signed");

    const of = { portalToken: await aPortal(story, userId), subscriptionId };
    await story.done("portal.signCap", await signedCap(story, of, payer, "100"));
    await run(subscription);
    expect(await totalsOf(subscription)).toEqual(["2.500000 PAID", "6.000000 PAID"]);
  });

  it("that arrives late is a line of the next bill, priced as it would have been", async () => {
    const tiers = [
      { upTo: "10", unitAmount: "1" },
      { upTo: null, unitAmount: "0.1" },
    ];
    const subscription = await aSubscription([
      { type: "GRADUATED", description: "Requests", tiers },
    ]);
    const { currentPeriodStart: from } = subscription;
    await use(subscription, "8");
    await endPeriod(subscription);
    await use(subscription, "4", from);
    await run(subscription);
    await use(subscription, "1");
    await endPeriod(subscription);
    await endPeriod(subscription);

    // 12 units cost 10.2, of which 8 are billed.
    expect(await billsOf(subscription)).toEqual([
      ["8.000000 OPEN", "Requests: 8.000000 × 1.000000 = 8.000000"],
      [
        "3.200000 OPEN",
        "Requests: 1.000000 × 1.000000 = 1.000000",
        "Changes to earlier periods: 1.000000 × 2.200000 = 2.200000",
      ],
    ]);
  });

  it("that makes an earlier period cheaper is a credit on the next bills", async () => {
    const tiers = [
      { upTo: "10", unitAmount: "1" },
      { upTo: null, unitAmount: "0.5" },
    ];
    const subscription = await aSubscription([{ type: "VOLUME", description: "Requests", tiers }]);
    const { currentPeriodStart: from } = subscription;
    await use(subscription, "10");
    await endPeriod(subscription);
    await use(subscription, "2", from); // 12 × 0.5 = 6, and 10 was billed
    for (const quantity of ["3", "1", "5", "7", "2"]) {
      await use(subscription, quantity);
      await endPeriod(subscription);
      if (quantity === "3") await planBills(optionsOf(subscription.serviceId));
    }

    expect(said.join()).toContain("so far, a credit of 1.000000 USDC is left for later bills");
    expect(await billsOf(subscription)).toEqual([
      ["10.000000 OPEN", "Requests: 10.000000 × 1.000000 = 10.000000"],
      ["5.000000 OPEN", "Requests: 5.000000 × 1.000000 = 5.000000"],
      ["7.000000 OPEN", "Requests: 7.000000 × 1.000000 = 7.000000"],
      ["2.000000 OPEN", "Requests: 2.000000 × 1.000000 = 2.000000"],
    ]);
  });

  it("that costs less than the least amount is carried to the next bill", async () => {
    const subscription = await aSubscription([{ ...perRequest, unitAmount: "0.000007" }]);
    for (const quantity of ["1", "1428", "1"]) {
      await use(subscription, quantity);
      await endPeriod(subscription);
      if (quantity === "1") await planBills(optionsOf(subscription.serviceId));
    }
    expect(said[0]).toContain(": 0.000007 USDC so far;");
    expect(await billsOf(subscription)).toEqual([
      [
        "0.010003 OPEN",
        "Requests: 1428.000000 × 0.000007 = 0.009996",
        "Changes to earlier periods: 1.000000 × 0.000007 = 0.000007",
      ],
    ]);
  });

  it("of a subscription that is cancelled within its period is billed after the grace, with the whole flat fee and minimum", async () => {
    const subscription = await aSubscription([
      { type: "FLAT", description: "Base fee", amount: "10" },
      perRequest,
      { type: "MINIMUM", description: "Minimum", amount: "15" },
    ]);
    service().clock.advance(day);
    await use(subscription, "3");
    service().clock.advance(day);
    await story.done("subscriptions.cancel", { subscriptionId: subscription.id });
    await run(subscription);
    expect(await billsOf(subscription)).toEqual([]);
    service().clock.advance(3_600);

    await run(subscription);
    await run(subscription);

    expect(await billsOf(subscription)).toEqual([
      [
        "15.000000 OPEN",
        "Base fee: 1.000000 × 10.000000 = 10.000000",
        "Requests: 3.000000 × 0.500000 = 1.500000",
        "Minimum: 1.000000 × 3.500000 = 3.500000",
      ],
    ]);
  });

  it("of a subscription that ends with its period, or has none, is billed when it ends", async () => {
    const ending = await aSubscription();
    const endless = await aSubscription([perRequest], { billingInterval: "NONE" });
    await use(ending, "3");
    await use(endless, "4");
    await story.done("subscriptions.cancel", { subscriptionId: ending.id, atPeriodEnd: true });
    await run(ending);
    await run(endless);
    expect([await billsOf(ending), await billsOf(endless)]).toEqual([[], []]);

    await afterPeriod(ending);
    await story.done("subscriptions.cancel", { subscriptionId: endless.id });
    service().clock.advance(3_600);
    await run(ending);
    await run(endless);

    const bills = [...(await billsOf(ending)), ...(await billsOf(endless))];
    expect(bills.map(([first]) => first)).toEqual(["1.500000 OPEN", "2.000000 OPEN"]);
  });

  it("of several periods is collected in their order, also when all bills were made at one time", async () => {
    const clocked = new ClockedStory(restDoor, service);
    await clocked.aTestClock("2027-01-01T00:00:00.000Z");
    const subscription: Subscription = await clocked.aSubscription(monthly);
    const { paymentPlanId } = subscription;
    await clocked.aRateCard({ paymentPlanId, components: [perRequest] });
    for (const month of [2, 3, 4, 5, 6, 7]) {
      await use(subscription, "1");
      await clocked.advanceTo(`2027-0${month}-01T02:00:00.000Z`);
    }

    await run(subscription);

    const starts = said.map((line) => /, (\S+) to /.exec(line)?.[1]);
    expect(starts).toHaveLength(6);
    expect(starts).toEqual(starts.toSorted());
  });

  it("is not read again by the same process once it is paid, or costs nothing", async () => {
    const { subscription } = await aCapped("100");
    const { serviceId } = subscription;
    await use(subscription, "5");
    await afterPeriod(subscription);
    let reads = 0;
    const counting: Fetch = (url, init) => {
      if (/upcoming-invoice|\/invoices\?/.test(String(url))) reads += 1;
      return fetch(url, init);
    };
    const options = { ...optionsOf(serviceId, counting), finished: new Map<string, string>() };

    for (let count = 0; count < 2; count += 1) await runBiller(options);
    const before = reads;
    for (let count = 0; count < 3; count += 1) await runBiller(options);
    expect(reads).toBe(before);

    await use(subscription, "1");
    await afterPeriod(subscription);
    await runBiller(options);
    const amounts = await totalsOf(subscription);
    expect(amounts).toEqual(["2.500000 PAID", "0.500000 PAID"]);
  });

  it("of a subscription that was cancelled before the plan had a rate card is not billed", async () => {
    for (const billingInterval of ["MONTH", "NONE"]) {
      const subscription: Subscription = await story.aSubscription({ billingInterval });
      await use(subscription, "30");
      await story.done("subscriptions.cancel", { subscriptionId: subscription.id });
      service().clock.advance(60);
      const { paymentPlanId } = subscription;
      await story.aRateCard({ paymentPlanId, components: [perRequest] });
      service().clock.advance(40 * day);
      await run(subscription);
      await planBills(optionsOf(subscription.serviceId));

      expect(await billsOf(subscription)).toEqual([]);
      expect(said.join()).not.toContain("USDC");
    }
  });
});

describe("exactly one invoice of a period counts", () => {
  it("if several billers run at once, while usage arrives", async () => {
    const subscription = await aSubscription();
    await use(subscription, "3");
    await afterPeriod(subscription);
    const late = { quantity: "1", occurredAt: subscription.currentPeriodStart };
    await Promise.all([
      run(subscription),
      run(subscription),
      story.done("usageEvents.create", story.usageOf(subscription, late)),
      run(subscription),
    ]);
    await run(subscription);

    const open = (await invoicesOf(subscription)).filter(({ status }) => status !== "VOID");
    expect(open.map(({ status }) => status)).toEqual(["OPEN"]);
    await endPeriod(subscription);
    const all = (await invoicesOf(subscription)).filter(({ status }) => status !== "VOID");
    const total = all.reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(total).toBe(2);
  });

  it.each(["before the request", "after the response"])(
    "wherever the biller is killed, %s",
    async (moment) => {
      const { subscription, payer } = await aCapped("100", daily);
      let expected = 0;
      let isKilled = true;
      for (let kill = 1; isKilled; kill += 1) {
        await use(subscription, "2");
        expected += 1;
        await afterPeriod(subscription);
        let calls = 0;
        isKilled = false;
        const dying: Fetch = async (url, init) => {
          calls += 1;
          if (calls < kill) return fetch(url, init);
          isKilled = true;
          if (calls === kill && moment === "after the response") await fetch(url, init);
          throw new TypeError("killed");
        };
        await run(subscription, dying).catch(() => undefined);
        await run(subscription);
        await run(subscription);
        const amounts = await totalsOf(subscription);
        expect(amounts).toEqual(Array.from({ length: expected }, () => "1.000000 PAID"));
      }
      expect(expected).toBeGreaterThan(5);
      expect(await payer.balance()).toBe(`${1_000 - expected}.000000`);
    },
  );

  it("and what a voided bill asked for is on the next one", async () => {
    const subscription = await aSubscription();
    await use(subscription, "3");
    await endPeriod(subscription);
    const [invoice] = await invoicesOf(subscription);
    await story.done("invoices.void", { invoiceId: invoice?.id });
    service().clock.advance(2 * day);
    await run(subscription);
    expect(await totalsOf(subscription)).toEqual(["1.500000 VOID"]);

    await use(subscription, "1");
    await endPeriod(subscription);
    expect((await billsOf(subscription)).at(-1)).toEqual([
      "2.000000 OPEN",
      "Requests: 1.000000 × 0.500000 = 0.500000",
      "Changes to earlier periods: 1.000000 × 1.500000 = 1.500000",
    ]);
  });
});

it("a plan says what is due, what will be, and what the current period costs so far, and changes nothing", async () => {
  const subscription = await aSubscription();
  const { id, serviceId, currentPeriodStart: from, currentPeriodEnd: to } = subscription;
  await use(subscription, "3");
  await afterPeriod(subscription, 60);
  await use(subscription, "1");
  service().clock.advance(1);

  await planBills(optionsOf(serviceId));
  service().clock.advance(3_600);
  await planBills(optionsOf(serviceId));

  const { subscription: now } = await story.done("subscriptions.get", { subscriptionId: id });
  const soFar = `${id}, from ${to}: 0.500000 USDC so far; the period ends at ${now.currentPeriodEnd}`;
  const billedAt = new Date(Date.parse(to ?? "") + 3_600_000).toISOString();
  expect(said).toEqual([
    `${id}, ${from} to ${to}: 1.500000 USDC, due at ${billedAt}`,
    soFar,
    `${id}, ${from} to ${to}: 1.500000 USDC, due now`,
    soFar,
  ]);
  expect(await billsOf(subscription)).toEqual([]);
});

it("a plan says for each period that has no bill what the run bills for it", async () => {
  const subscription = await aSubscription([perRequest], daily);
  for (let count = 0; count < 3; count += 1) {
    await use(subscription, "20");
    await afterPeriod(subscription);
  }
  await planBills(optionsOf(subscription.serviceId));
  const planned = said.flatMap((line) => /: (\S+) USDC, due now/.exec(line)?.[1] ?? []);
  await run(subscription);

  expect(planned).toEqual(["10.000000", "10.000000", "10.000000"]);
  expect((await invoicesOf(subscription)).map(({ amount }) => amount)).toEqual(planned);
});

describe("what a subscriber is owed after the end", () => {
  it("is a credit note that can be refunded, made once by several billers", async () => {
    const { subscription } = await aCapped("100", daily);
    const { id: subscriptionId } = subscription;
    const events: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      events.push(await use(subscription, "10"));
      await endPeriod(subscription);
    }
    for (const usageEventId of events.slice(0, 2)) {
      await story.done("usageEvents.void", { usageEventId, reason: "Counted twice" });
    }
    await story.done("subscriptions.cancel", { subscriptionId });
    service().clock.advance(3_600);
    const upcoming = await story.done("subscriptions.upcomingInvoice", { subscriptionId });
    expect(upcoming.upcomingInvoice).toMatchObject({
      status: "OWED",
      carriedForward: "-10.000000",
    });

    await Promise.all([run(subscription), run(subscription), run(subscription)]);
    await run(subscription);

    expect(await totalsOf(subscription)).toEqual(Array(3).fill("5.000000 PAID"));
    const { creditNotes } = await story.done("creditNotes.list", { userId: subscription.userId });
    expect(creditNotes).toMatchObject([
      { amount: "5.000000", status: "ISSUED" },
      { amount: "5.000000", status: "ISSUED" },
    ]);
  });

  it("is taken off a bill that is not paid yet, which is void if nothing of it is owed", async () => {
    const subscription = await aSubscription([perRequest], daily);
    const events: string[] = [];
    for (const quantity of ["10", "20"]) {
      events.push(await use(subscription, quantity));
      await endPeriod(subscription);
    }
    const [usageEventId] = events;
    const replacement = { eventKey: "requests:right", quantity: "4" };
    const reason = "Counted twice";
    await story.done("usageEvents.void", { usageEventId: events[1], reason, replacement });
    await story.done("usageEvents.void", { usageEventId, reason });
    await story.done("subscriptions.cancel", { subscriptionId: subscription.id });
    service().clock.advance(3_600);
    await run(subscription);

    // 30 units were billed, and 4 count.
    const invoices = await invoicesOf(subscription);
    expect(invoices.map(({ status, amountDue }) => `${amountDue} ${status}`)).toEqual([
      "2.000000 OPEN",
      "10.000000 VOID",
    ]);
  });
});

it("the plan says what a period costs at its very start, before any of it has passed", async () => {
  const subscription = await aSubscription([
    { type: "FLAT", description: "Base fee", amount: "10" },
    perRequest,
  ]);
  const { id, serviceId, currentPeriodStart: from, currentPeriodEnd: to } = subscription;

  expect(await planBills(optionsOf(serviceId))).toBe(0);

  expect(said).toEqual([`${id}, from ${from}: 10.000000 USDC so far; the period ends at ${to}`]);
});

it("a subscription that fails does not keep the others from being billed", async () => {
  const { id: serviceId } = await story.aService();
  const plan = await story.aPlan(serviceId, monthly);
  await story.aRateCard({
    paymentPlanId: plan.id,
    components: [{ type: "FLAT", description: "Fee", amount: "1" }],
  });
  const plans = { serviceId, paymentPlanId: plan.id };
  const [one, other]: Subscription[] = [await story.subscribe(plans), await story.subscribe(plans)];
  if (one === undefined || other === undefined) throw new Error("There are two.");
  await afterPeriod(other, 7_200);
  const failing: Fetch = async (url, init) =>
    String(url).includes(`${other.id}/upcoming-invoice`)
      ? Response.json(
          { error: "An unexpected error occurred." },
          { status: 500, headers: { "X-Request-Id": "a" } },
        )
      : fetch(url, init);

  expect(await run(one, failing)).toBe(1);

  expect(await totalsOf(one)).toEqual(["1.000000 OPEN"]);
  expect(await billsOf(other)).toEqual([]);
  expect(await run(one)).toBe(0);
  expect(await totalsOf(other)).toEqual(["1.000000 OPEN"]);
});

import { randomBytes } from "node:crypto";
import { billHash, readBilledRoots, UsageMeter, usageChangeHash, verifyBill } from "@usance/proofs";
import { describe, expect, it } from "vitest";
import { settleAll } from "../../../test/harness/checkout.ts";
import { onCitus, sql } from "../../../test/harness/database.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { aPayableInvoice, linkTokenOf, signedByLink } from "../../../test/harness/invoice-link.ts";
import { linkedRoots } from "../../../test/harness/linked-roots.ts";
import { makeAllRoots } from "../../../test/harness/make-roots.ts";
import { aPayer } from "../../../test/harness/payer.ts";
import { restartUsage } from "../../../test/harness/restart-usage.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService(payments);

type Subscription = Awaited<ReturnType<Story["aSubscription"]>>;
type PayableInvoice = Awaited<ReturnType<typeof aPayableInvoice>>;

describe("the usage of an invoice", () => {
  const story = new Story(restDoor, service);
  const use = async (invoice: PayableInvoice, events: readonly (readonly string[])[]) => {
    const { subscriptionId: id, serviceId, userId, id: invoiceId } = invoice;
    for (const [eventKey, quantity, occurredAt] of events) {
      const fields = { invoiceId, eventKey, quantity, occurredAt };
      await story.done("usageEvents.create", story.usageOf({ id, serviceId, userId }, fields));
    }
  };
  const usageOf = async ({ linkToken }: PayableInvoice) =>
    (await story.done("invoiceLinks.usage", { linkToken })).invoiceUsage;

  it("is added up by prefix and day", async () => {
    const invoice = await aPayableInvoice(story);
    await use(invoice, [
      ["requests:1", "0.1", "2026-01-02T00:00:00.000Z"],
      ["requests:2", "0.2", "2026-01-02T23:59:59.999Z"],
      ["requests:3", "5", "2026-01-03T00:00:00.000Z"],
      ["bytes:1", "1000", "2026-01-01T12:00:00+02:00"],
    ]);

    expect(await usageOf(invoice)).toEqual({
      count: 4,
      interval: "DAY",
      hasMorePrefixes: false,
      prefixes: [
        {
          prefix: "requests",
          quantity: "5.300000",
          count: 3,
          intervals: [
            { start: "2026-01-02", quantity: "0.300000", count: 2 },
            { start: "2026-01-03", quantity: "5.000000", count: 1 },
          ],
        },
        {
          prefix: "bytes",
          quantity: "1000.000000",
          count: 1,
          intervals: [{ start: "2026-01-01", quantity: "1000.000000", count: 1 }],
        },
      ],
    });
  });

  it("has the interval that fits its period", () =>
    forRows(
      [
        [
          "2025-11-01T00:00:00.000Z",
          "2026-01-01T00:00:00.000Z",
          "MONTH",
          ["2025-11-01", "2026-01-01"],
        ],
        [
          "2025-12-02T00:00:00.000Z",
          "2026-01-31T23:59:00.000Z",
          "DAY",
          ["2025-12-02", "2026-01-31"],
        ],
        [
          "1926-05-05T00:00:00.000Z",
          "2026-01-01T00:00:00.000Z",
          "YEAR",
          ["1926-01-01", "2026-01-01"],
        ],
      ],
      async (from, to, interval, starts) => {
        const invoice = await aPayableInvoice(story);
        await use(invoice, [
          ["requests:1", "1", from],
          ["requests:2", "1", to],
        ]);

        const usage = await usageOf(invoice);

        expect(usage.interval).toBe(interval);
        expect(usage.prefixes[0].intervals.map(({ start }: { start: string }) => start)).toEqual(
          starts,
        );
      },
    ));

  it("has the six prefixes with most events, and says that there are more", async () => {
    const invoice = await aPayableInvoice(story);
    const prefixes = ["a", "b", "c", "d", "e", "f", "g"];
    const events = [...prefixes, ...prefixes.slice(1)].map((one, index) => [
      `${one}:${index}`,
      "1",
      "2026-01-01T00:00:00.000Z",
    ]);
    await use(invoice, events);

    const usage = await usageOf(invoice);

    expect(usage.hasMorePrefixes).toBe(true);
    expect(usage.prefixes.map(({ prefix }: { prefix: string }) => prefix)).toEqual(
      prefixes.slice(1),
    );
  });

  it("is empty for an invoice without usage events", async () => {
    const usage = { count: 0, interval: "DAY", prefixes: [], hasMorePrefixes: false };
    expect(await usageOf(await aPayableInvoice(story))).toEqual(usage);
  });

  it("is that of its bill, and is listed as it was billed", async () => {
    const { subscription, invoice } = await aBilledInvoice();
    const linkToken = linkTokenOf(invoice);
    const late = { eventKey: "requests:late", occurredAt: subscription.currentPeriodStart };
    await story.done("usageEvents.create", story.usageOf(subscription, late));
    const before = (await story.done("invoiceLinks.proof", { linkToken })).proof;
    expect(before).toMatchObject({ billHash: invoice.billHash, settlement: null });
    const { usageEventCount } = (await story.done("invoiceLinks.view", { linkToken })).invoice;
    const { count, prefixes } = (await story.done("invoiceLinks.usage", { linkToken }))
      .invoiceUsage;
    expect([usageEventCount, count]).toEqual([3, 3]);
    expect(prefixes).toMatchObject([{ prefix: "requests", quantity: "10.000001", count: 3 }]);
    const payer = await aPayer(service());
    await story.done("invoiceLinks.pay", await signedByLink(story, linkToken, payer));
    await settleAll(service());

    const first = await story.done("invoiceLinks.usageEvents", { linkToken, limit: 2 });
    const input = { linkToken, limit: 2, cursor: first.nextCursor };
    const second = await story.done("invoiceLinks.usageEvents", input);
    const { proof } = await story.done("invoiceLinks.proof", { linkToken });

    expect([first.usageEvents.length, second.usageEvents.length, second.nextCursor]).toEqual([
      2,
      1,
      null,
    ]);
    const meter = new UsageMeter(["requests"]);
    for (const event of [...first.usageEvents, ...second.usageEvents]) meter.add(event);
    const [period] = proof.bill.usage.periods;
    expect(period.totals).toEqual(meter.end().totals);
    expect(period.charge).toBe("10.000001");
    expect(billHash(proof.bill)).toBe(invoice.billHash);
    expect(proof).toEqual((await story.done("invoices.proof", { invoiceId: invoice.id })).proof);
    expect(proof.settlement.event.referenceHash).toBe(invoice.billHash);
    const { settlements } = (await story.done("invoices.get", { invoiceId: invoice.id })).invoice;
    expect(proof.settlement).toEqual(
      (await story.done("settlements.proof", { settlementId: settlements[0].id })).proof,
    );
  });

  it.skipIf(onCitus)(
    "is shown with its roots, and with hashes of what else they contain",
    async () => {
      const at = "2026-01-01T00:00:00.000Z";
      const { subscription, invoice } = await aBilledInvoice(async (of) => {
        await story.aUsageEvent(of, { eventKey: "earlier", occurredAt: at });
        const mistake = await story.aUsageEvent(of, { eventKey: "mistake", occurredAt: at });
        await makeAllRoots(service());
        await story.done("usageEvents.void", { usageEventId: mistake.id, reason: "Counted twice" });
      });
      const linkToken = linkTokenOf(invoice);
      const read = async () => {
        const { proof } = await story.done("invoiceLinks.proof", { linkToken });
        const { usageEvents } = await story.done("invoiceLinks.usageEvents", { linkToken });
        const { usageRoots } = await story.done("invoiceLinks.usageRoots", { linkToken });
        const pages = linkedRoots(story, linkToken);
        const words = await verifyBill(proof, [usageEvents], (usage) =>
          readBilledRoots(pages, usage),
        );
        return {
          roots: usageEvents.map(({ root }: { root: number | null }) => root),
          shown: usageRoots.map(({ number }: { number: number }) => number),
          words: words.map((one) => one.words).find((one) => /usage root/i.test(one)),
        };
      };
      const before = await read();
      await makeAllRoots(service());
      await story.aUsageEvent(subscription, { eventKey: "later" });
      await makeAllRoots(service());

      expect(before).toEqual({
        roots: [null, null, null],
        shown: [1],
        words: expect.stringMatching(/^Its 3 usage events are in no usage root yet\. /),
      });
      expect(await read()).toEqual({
        roots: [2, 2, 2],
        shown: [2, 1],
        words: expect.stringMatching(/ contain its 3 usage events, .* The bill names none of them/),
      });
      const changes = (roots: string) =>
        story.done("invoiceLinks.usageChanges", { linkToken, roots });
      expect((await changes("3")).usageChanges).toEqual([]);
      expect(await changes("3,1")).toEqual({
        usageChanges: ["earlier", "mistake"].map((eventKey) => ({
          root: 1,
          hash: usageChangeHash({ eventKey, quantity: "1", occurredAt: at }),
        })),
        nextCursor: null,
      });
    },
  );

  it.skipIf(onCitus)(
    "after a restore on another server is listed without later usage",
    async () => {
      const { subscription, invoice } = await aBilledInvoice();
      const linkToken = linkTokenOf(invoice);
      // A number that the other server has not reached.
      await sql(service().databaseUrl, "UPDATE bills SET snapshots = '{4000000000:4000000000:}'");
      await restartUsage(service());
      const { currentPeriodStart: occurredAt } = subscription;
      await story.aUsageEvent(subscription, { eventKey: "requests:late", occurredAt });
      await makeAllRoots(service());
      await story.aUsageEvent(subscription, { eventKey: "requests:later", occurredAt });
      await makeAllRoots(service());

      const { usageEvents } = await story.done("invoiceLinks.usageEvents", { linkToken });
      const { usageRoots } = await story.done("invoiceLinks.usageRoots", { linkToken });
      expect(usageEvents).toHaveLength(3);
      expect(usageRoots.map(({ number }: { number: number }) => number)).toEqual([1]);
    },
  );

  /** An invoice of three events, one of which is of the same millisecond as another. */
  async function aBilledInvoice(before = async (_: Subscription) => {}) {
    const subscription = await story.aSubscription({ billingInterval: "MONTH" });
    const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
    const components = [
      { type: "PER_UNIT", description: "Requests", prefix: "requests", unitAmount: "1" },
    ];
    await story.aRateCard({ paymentPlanId, components });
    await before(subscription);
    const { currentPeriodStart: occurredAt } = subscription;
    for (const quantity of ["2.5", "7.5", "0.000001"]) {
      await story.aUsageEvent(subscription, {
        eventKey: `requests:${quantity}`,
        quantity,
        occurredAt,
      });
    }
    service().clock.advance(1);
    const payoutAddress = `0x${randomBytes(20).toString("hex")}`;
    await story.done("services.update", { serviceId, payoutAddress });
    const { invoice } = await story.done("invoices.create", {
      ...{ subscriptionId, serviceId, paymentPlanId, userId, usage: {} },
      amount: "10.000001",
      status: "OPEN",
    });
    return { subscription, invoice };
  }
});

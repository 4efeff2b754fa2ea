import { describe, expect, it } from "vitest";
import { registryPause } from "../../../test/harness/chain.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { useService } from "../../../test/harness/service.ts";
import { aSeller, Story } from "../../../test/harness/story.ts";

const service = useService();
const time = { from: "2026-01-31T00:00:00Z", to: "2026-02-10T00:00:00Z" };

describe("the settled report", () => {
  const aStory = async () => new Story(restDoor, service, await aSeller(service));
  const report = async (story: Story, query: object = {}) =>
    (await story.done("reports.settled", { ...time, ...query })).settledReport;
  const only = async (story: Story, query: object = {}) => {
    const { invoices, settlements } = await report(story, query);
    return { invoices: invoices.totals, settlements: settlements.totals };
  };

  it("adds up invoices and settlements by day and state, exactly", async () => {
    const story = await aStory();
    service().clock.set("2026-01-31T22:30:00.000Z");
    const paid = await story.anInvoice({ amount: "0.1" });
    await story.anInvoice({ amount: "999999999999999999.999999" });
    const due = await story.anInvoice({ amount: "0.2", dueAt: service().clock.in(3_600) });
    await story.done("settlements.create", story.settlementOf(paid));
    await registryPause(service(), true);
    await story.call("settlements.create", story.settlementOf(due));
    await registryPause(service(), false);
    service().clock.set("2026-02-01T10:00:00.000Z");
    await story.anInvoice({ amount: "0.000001" });
    await story.anInvoice({ amount: "0" }); // nothing is due

    const { invoices, settlements } = await report(story);

    expect(invoices).toEqual({
      totals: [
        { status: "EXPIRED", amount: "0.200000", count: 1 },
        { status: "OPEN", amount: "1000000000000000000.000000", count: 2 },
        { status: "PAID", amount: "0.100000", count: 1 },
      ],
      days: [
        { day: "2026-01-31", status: "EXPIRED", amount: "0.200000", count: 1 },
        { day: "2026-01-31", status: "OPEN", amount: "999999999999999999.999999", count: 1 },
        { day: "2026-01-31", status: "PAID", amount: "0.100000", count: 1 },
        { day: "2026-02-01", status: "OPEN", amount: "0.000001", count: 1 },
      ],
    });
    expect(settlements).toEqual({
      totals: [
        { status: "CONFIRMED", amount: "0.100000", count: 1 },
        { status: "FAILED", amount: "0.200000", count: 1 },
      ],
      days: [
        { day: "2026-01-31", status: "CONFIRMED", amount: "0.100000", count: 1 },
        { day: "2026-01-31", status: "FAILED", amount: "0.200000", count: 1 },
      ],
    });
    const inParis = await report(story, { timeZone: "Europe/Paris" });
    expect(inParis.invoices.days.map(({ day }: { day: string }) => day)).toEqual([
      "2026-01-31",
      "2026-01-31",
      "2026-01-31",
      "2026-02-01",
    ]);
    const inTokyo = await report(story, { timeZone: "Asia/Tokyo" });
    expect(inTokyo.invoices.days.map(({ day }: { day: string }) => day)).toEqual([
      "2026-02-01",
      "2026-02-01",
      "2026-02-01",
    ]);
  });

  it("adds up only what the key can read, of one service or one seller", async () => {
    const [one, other] = [await aStory(), await aStory()];
    service().clock.set("2026-02-02T10:00:00.000Z");
    const { serviceId, service: its, createdAt } = await one.anInvoice({ amount: "1" });
    await one.anInvoice({ amount: "2" });
    await other.anInvoice({ amount: "4" });
    const open = (amount: string, count: number) => ({
      invoices: [{ status: "OPEN", amount, count }],
      settlements: [],
    });
    const nothing = { invoices: [], settlements: [] };

    expect(await only(one)).toEqual(open("3.000000", 2));
    expect(await only(one, { serviceId })).toEqual(open("1.000000", 1));
    expect(await only(other, { ownerId: its.ownerId })).toEqual(nothing);
    const platform = new Story(restDoor, service);
    expect(await only(platform, { ownerId: its.ownerId })).toEqual(open("3.000000", 2));
    expect(await other.call("reports.settled", { ...time, serviceId })).toMatchObject({
      status: 404,
    });
    expect(await only(one, { from: "2026-02-03T00:00:00Z" })).toEqual(nothing);
    expect(await only(one, { from: createdAt })).toEqual(open("3.000000", 2));
    expect(await only(one, { to: createdAt })).toEqual(nothing);
  });

  it("adds up what is due and what was paid of invoices with credit notes", async () => {
    const story = await aStory();
    service().clock.set("2026-02-03T10:00:00.000Z");
    const paid = await story.anInvoice({ amount: "10" });
    const open = await story.anInvoice({ amount: "5" });
    await story.aCreditNote({ invoiceId: paid.id, amount: "1" });
    await story.aCreditNote({ invoiceId: open.id, amount: "0.5" });
    await story.done("settlements.create", story.settlementOf(paid));
    await story.aCreditNote({ invoiceId: paid.id, amount: "2" }); // a refund does not change what was paid

    const { invoices, settlements } = await report(story);

    const settled = { amount: "9.000000", count: 1 };
    expect(invoices.totals).toEqual([
      { status: "OPEN", amount: "4.500000", count: 1 },
      { status: "PAID", ...settled },
    ]);
    expect(settlements.totals).toEqual([{ status: "CONFIRMED", ...settled }]);
  });

  it("of no time has no amounts", async () => {
    const at = { from: time.from, to: time.from };
    const { status, body } = await restDoor.call(service().url, "reports.settled", at);
    expect([status, body.settledReport?.invoices.totals]).toEqual([200, []]);
  });

  const tooLong = "to must not be before from, and at most 366 days after it.";
  it("refuses a query that breaks a rule", () =>
    forRows(
      [
        [{ to: time.to }, "from is required."],
        [{ from: time.to, to: time.from }, tooLong],
        [{ from: "2025-01-01T00:00:00Z", to: "2026-01-02T00:00:00.001Z" }, tooLong],
        [
          { ...time, timeZone: "+01:00" },
          "timeZone must be UTC or a time zone such as Europe/Berlin.",
        ],
      ],
      async (query, error) => {
        expect(await new Story(restDoor, service).refusal("reports.settled", query)).toBe(
          `400 ${error}`,
        );
      },
    ));
});

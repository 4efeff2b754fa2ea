import { describe, expect, it } from "vitest";
import { monthly } from "../../../../test/harness/checkout.ts";
import { restDoor } from "../../../../test/harness/doors.ts";
import { aPortal } from "../../../../test/harness/portal.ts";
import { useService } from "../../../../test/harness/service.ts";
import { aSeller, Story } from "../../../../test/harness/story.ts";

const service = useService();

describe("prepaid balances of the portal", () => {
  async function aSubscriber() {
    const story = new Story(restDoor, service, await aSeller(service));
    const subscription = await story.aSubscription({ ...monthly });
    const { serviceId, userId } = subscription;
    const { balance } = await story.done("balances.create", { serviceId, userId });
    const portalToken = await aPortal(story, userId);
    const balances = async () => (await story.done("portal.balances", { portalToken })).balances;
    return { story, subscription, balance, portalToken, balances };
  }

  const inDays = (days: number) =>
    new Date(service().clock.now().getTime() + days * 86_400_000).toISOString();

  it("show what is available, the credit that is left and the automatic top-ups", async () => {
    const { story, balance, balances } = await aSubscriber();
    const expiresAt = inDays(0.02);
    await story.aGrant(balance.id, "2", { expiresAt });
    await story.aGrant(balance.id, "5");
    const { hold } = await story.done("holds.create", story.holdOf(balance, { amount: "1.5" }));
    await story.done("holds.commit", { holdId: hold.id, amount: "1.25" });
    const terms = { below: "1", amount: "10", perDayAtMost: "20" };
    await story.done("balances.setAutoTopUp", { balanceId: balance.id, ...terms });

    expect(await balances()).toEqual([
      {
        id: balance.id,
        keyPrefix: null,
        status: "ACTIVE",
        available: "5.750000",
        held: "0.000000",
        owed: "0.000000",
        overdraft: "0.000000",
        backing: null,
        currency: "USDC",
        createdAt: balance.createdAt,
        service: { name: "Weather API", description: null, branding: null },
        credits: [
          { remaining: "0.750000", expiresAt },
          { remaining: "5.000000", expiresAt: null },
        ],
        autoTopUp: { status: "ACTIVE", pausedUntil: null, below: "1.000000", amount: "10.000000" },
      },
    ]);
  });

  it("show what expired credit leaves", async () => {
    const { story, balance, balances } = await aSubscriber();
    await story.aGrant(balance.id, "2", { expiresAt: inDays(0.01) });
    await story.aGrant(balance.id, "5");

    service().clock.advance(1_000);

    expect(await balances()).toMatchObject([
      { available: "5.000000", credits: [{ remaining: "5.000000" }], autoTopUp: null },
    ]);
  });

  it("list their changes a page at a time", async () => {
    const { story, balance, portalToken } = await aSubscriber();
    for (const amount of ["1", "2", "3"]) await story.aGrant(balance.id, amount);
    const of = { portalToken, balanceId: balance.id };

    const first = await story.done("portal.balanceEntries", { ...of, limit: 2 });
    const { nextCursor: cursor } = first;
    const second = await story.done("portal.balanceEntries", { ...of, limit: 2, cursor });

    expect(first.balanceEntries[0]).toEqual({
      position: 3,
      type: "GRANT",
      available: "3.000000",
      held: "0.000000",
      availableAfter: "6.000000",
      heldAfter: "0.000000",
      createdAt: expect.any(String),
    });
    expect(second).toMatchObject({ balanceEntries: [{ position: 1 }], nextCursor: null });
  });

  it("are topped up by an invoice, and by the same one if the call is repeated", async () => {
    const { story, balance, portalToken, balances } = await aSubscriber();
    const of = { portalToken, balanceId: balance.id };
    const topUp = async (amount: string) =>
      (await story.done("portal.topUp", { ...of, amount })).invoice;

    const [one, two] = await Promise.all([topUp("10"), topUp("10.00")]);
    const other = await topUp("11");

    expect(two).toEqual(one);
    expect(other.id).not.toBe(one.id);
    const { invoice } = await story.done("invoices.get", { invoiceId: one.id });
    expect(invoice).toMatchObject({ status: "OPEN", amount: "10.000000", userId: balance.userId });
    const linkToken = invoice.url.split("/").at(-1);
    expect((await story.done("invoiceLinks.view", { linkToken })).invoice.creditsBalance).toBe(
      true,
    );
    await story.done("settlements.create", story.settlementOf(invoice));
    expect(await balances()).toMatchObject([{ available: "10.000000" }]);
    expect((await topUp("10")).id).not.toBe(one.id);
  });

  it("have at most ten open top-ups, each for a day", async () => {
    const { story, balance, portalToken } = await aSubscriber();
    const of = { portalToken, balanceId: balance.id };
    for (let amount = 1; amount <= 10; amount += 1) {
      await story.done("portal.topUp", { ...of, amount: String(amount) });
    }

    expect(await story.call("portal.topUp", { ...of, amount: "11" })).toMatchObject({
      status: 409,
      code: "too_many_open_top_ups",
    });
    service().clock.advance(86_400);
    const token = await aPortal(story, balance.userId);

    const { invoice } = await story.done("portal.topUp", {
      ...of,
      portalToken: token,
      amount: "11",
    });
    expect(Date.parse(invoice.dueAt) - Date.parse(invoice.createdAt)).toBe(86_400_000);
  });
});

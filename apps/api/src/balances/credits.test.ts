import { describe, expect, it } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { expectLedgerHolds } from "../../test/harness/ledger-holds.ts";
import { aPortal } from "../../test/harness/portal.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";

const service = useService();
expectLedgerHolds(service);
const story = new Story(restDoor, service);
const day = 86_400;
const tomorrow = () => service().clock.in(day);

const read = async (balanceId: string) => (await story.done("balances.get", { balanceId })).balance;
const spend = async (balance: { id: string }, amount: string) => {
  const { hold } = await story.done("holds.create", story.holdOf(balance, { amount }));
  await story.done("holds.commit", { holdId: hold.id, amount });
};

describe("the priority of credit", () => {
  it("is spent before the expiry counts, and credit of one priority by its expiry, then its age", async () => {
    const balance = await story.aBalance({}, "0");
    const grants = [
      ["8", { expiresAt: tomorrow() }],
      ["4", {}],
      ["2", { priority: 10 }],
      ["1", { priority: 100, expiresAt: tomorrow() }],
    ] as const;
    for (const [amount, fields] of grants) {
      const { priority } = await story.aGrant(balance.id, amount, fields);
      expect(priority).toBe("priority" in fields ? fields.priority : 50);
    }
    await spend(balance, "0.5");
    const portalToken = await aPortal(story, balance.userId);
    const leftOf = async () => {
      const { balances } = await story.done("portal.balances", { portalToken });
      return balances[0].credits.map((one: { remaining: string }) => Number(one.remaining));
    };

    expect(await leftOf()).toEqual([1.5, 8, 4, 1]);
    await spend(balance, "10");

    expect(await leftOf()).toEqual([3.5, 1]);
    service().clock.advance(day);
    expect(await read(balance.id)).toMatchObject({ available: "3.500000" });
  });

  it("decides which credit a hold keeps past its expiry", async () => {
    const balance = await story.aBalance({}, "0");
    await story.aGrant(balance.id, "5", { expiresAt: tomorrow() });
    await story.aGrant(balance.id, "2", { priority: 0 });
    service().clock.advance(day - 60);
    const expiresAt = service().clock.in(day);
    const hold = story.holdOf(balance, { amount: "3", expiresAt });
    const { hold: placed } = await story.done("holds.create", hold);
    service().clock.advance(60);

    // The hold has set aside the 2 that are spent first, and 1 of what has expired.
    expect(await read(balance.id)).toMatchObject({ available: "0.000000", held: "3.000000" });
    await story.done("holds.release", { holdId: placed.id });

    expect(await read(balance.id)).toMatchObject({ available: "2.000000", held: "0.000000" });
  });
});

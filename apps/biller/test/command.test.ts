import { setTimeout as sleep } from "node:timers/promises";
import type { Subscription } from "@usance/sdk";
import { describe, expect, it } from "vitest";
import { restDoor } from "../../api/test/harness/doors.ts";
import { testKey, useService } from "../../api/test/harness/service.ts";
import { Story } from "../../api/test/harness/story.ts";
import { runUsance } from "../../api/test/processes/entry.ts";

/* `usance biller` as a process. */

const service = useService();
const story = new Story(restDoor, service);

const biller = (words: readonly string[], key = testKey) =>
  runUsance(["biller", ...words], { USANCE_URL: service().url, USANCE_API_KEY: key });

/** Subscriptions of one service, each with usage in a period that has ended. */
async function subscriptionsOf(count: number) {
  const { id: serviceId } = await story.aService();
  const { id: paymentPlanId } = await story.aPlan(serviceId, { billingInterval: "MONTH" });
  const components = [{ type: "PER_UNIT", description: "Requests", unitAmount: "0.5" }];
  await story.aRateCard({ paymentPlanId, components });
  const subscriptions: Subscription[] = [];
  for (let place = 0; place < count; place += 1) {
    subscriptions.push(await story.subscribe({ serviceId, paymentPlanId }));
  }
  for (const one of subscriptions) {
    await story.aUsageEvent(one, { quantity: "3" });
  }
  service().clock.advance(32 * 86_400);
  return { serviceId, subscriptions };
}

async function invoicesOf(
  serviceId: string,
): Promise<{ subscriptionId: string; status: string }[]> {
  return (await story.done("invoices.list", { serviceId, limit: 100 })).invoices;
}

describe("usance biller", () => {
  it("shows what is due with `plan`, bills it with `run --once`, and has nothing left to do", async () => {
    const { serviceId, subscriptions } = await subscriptionsOf(2);

    const plan = biller(["plan", "--service", serviceId]);
    expect(await plan.ended).toBe(0);
    expect(plan.out().match(/1\.500000 USDC, due now/g)).toHaveLength(2);
    expect(await invoicesOf(serviceId)).toEqual([]);

    const run = biller(["run", "--once", "--service", serviceId]);
    expect(await run.ended).toBe(0);
    for (const { id } of subscriptions) expect(run.out()).toContain(id);
    expect((await invoicesOf(serviceId)).map(({ status }) => status)).toEqual(["OPEN", "OPEN"]);

    const again = biller(["run", "--once", "--service", serviceId]);
    expect(await again.ended).toBe(0);
    expect(again.out()).toBe("Nothing is due. Subscriptions that were checked: 2.\n");
  });

  it("says which bills wait for late usage, and that a service has nothing to bill", async () => {
    const { serviceId } = await subscriptionsOf(1);

    const waits = biller(["run", "--once", "--grace", "864000", "--service", serviceId]);
    expect(await waits.ended).toBe(0);
    expect(waits.out()).toMatch(/: 1\.500000 USDC, due at \d{4}-/);
    const nothing =
      "There is nothing to bill: no subscription of service nope has a plan with a rate card.\n";
    for (const words of [["plan"], ["run", "--once"]]) {
      const run = biller([...words, "--service", "nope"]);
      expect(await run.ended).toBe(0);
      expect(run.out()).toBe(nothing);
    }
  });

  it("makes one invoice each, however many processes run and whenever they are killed", async () => {
    const { serviceId, subscriptions } = await subscriptionsOf(12);
    const dying = Array.from({ length: 6 }, async (_, place) => {
      const run = biller(["run", "--service", serviceId]);
      await run.printed(/USDC/).catch(() => undefined);
      await sleep(place * 15);
      run.signalGroup("SIGKILL");
      await run.ended;
    });
    await Promise.all(dying);
    const last = [1, 2].map(() => biller(["run", "--once", "--service", serviceId]));
    for (const { ended } of last) expect(await ended).toBe(0);

    const open = (await invoicesOf(serviceId)).filter(({ status }) => status !== "VOID");
    expect(open.map(({ status }) => status)).toEqual(subscriptions.map(() => "OPEN"));
    expect(new Set(open.map(({ subscriptionId }) => subscriptionId)).size).toBe(12);
  });

  it("keeps running until it is stopped, and says that the service does not answer", async () => {
    const run = runUsance(["biller", "run", "--every", "1"], {
      USANCE_URL: "http://127.0.0.1:9",
      USANCE_API_KEY: testKey,
    });
    await run.printed(/The next run is in 1 s\.\n[\s\S]*The next run is in 1 s\./);
    run.signalGroup("SIGTERM");
    expect(await run.ended).toBe(0);
  });

  it("fails with a message when the key is refused", async () => {
    const run = biller(["run", "--once"], `usk_${"0".repeat(40)}`);
    expect(await run.ended).toBe(1);
    expect(run.err()).toContain("A valid API key is required.");
  });
});

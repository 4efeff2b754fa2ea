import { expect, it } from "vitest";
import { rpc } from "../../../test/harness/chain.ts";
import { aCappedSubscription } from "../../../test/harness/checkout.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { aPortal, signedCap } from "../../../test/harness/portal.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";
import { checkCaps } from "./check-caps.ts";

const service = useService(payments);
const story = new Story(restDoor, service);
const hour = 3_600;

type Limits = Parameters<typeof aCappedSubscription>[1];

async function aCapped(limits: Limits) {
  const { payer, payoutAddress, subscription } = await aCappedSubscription(story, limits);
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  const of = { portalToken: await aPortal(story, userId), subscriptionId };
  const bills = { subscriptionId, serviceId, paymentPlanId, userId, status: "OPEN" };
  const addresses = { payerAddress: payer.address, merchantAddress: payoutAddress };
  const collect = async (invoice: { readonly id: string }) => {
    const input = story.settlementOf(invoice, { ...addresses, collect: "allowance" });
    const { body } = await story.call("settlements.create", input);
    return body.error ?? body.settlement.status;
  };
  const bill = async (amount: string) =>
    (await story.done("invoices.create", { ...bills, amount })).invoice;
  return {
    payer,
    of,
    bill,
    collect,
    take: async (amount: string) => collect(await bill(amount)),
    /** The cap as the portal shows it, and as the seller reads it. */
    shown: async () => {
      const { spendingCap } = await story.done("portal.spendingCap", of);
      const { revocation: _, left, ...atPortal } = spendingCap;
      const read = await story.done("spendingCaps.get", { subscriptionId });
      const { spent, spentInPeriod, periodEnd } = read.spendingCap;
      expect(atPortal).toMatchObject({ spent, spentInPeriod, periodEnd });
      return { spent, spentInPeriod, periodEnd, left };
    },
  };
}

const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();

const timeOfChain = async () => Number(await service().parts.chain.newestTime());

/** Lets the chain's time pass until the newest block has it, and the service has seen that. */
async function chainAt(seconds: number): Promise<void> {
  await rpc(service(), "evm_setNextBlockTimestamp", [seconds]);
  await rpc(service(), "evm_mine", []);
  await until(async () => (await timeOfChain()) >= seconds);
}

it("what is left is of a period, and begins again when it ends, by the chain's clock", async () => {
  // A chain that was used before has an old newest block, but its clock is set to now, and does not go back.
  const now = Math.max(await timeOfChain(), Math.ceil(Date.now() / 1_000));
  // Early in an hour, so that none ends meanwhile.
  const end = Math.ceil(now / hour + 1) * hour;
  await chainAt(end - hour + 60);
  const limits = { perPeriod: "25", periodSeconds: hour, total: "60" };
  const { bill, take, collect, shown } = await aCapped(limits);
  const of1 = { periodEnd: iso(end) };
  expect(await shown()).toEqual({
    ...{ ...of1, spent: "0.000000", spentInPeriod: "0.000000", left: "25.000000" },
  });

  expect([await take("20"), await take("5")]).toEqual(["CONFIRMED", "CONFIRMED"]);
  const refused = await bill("10");
  expect(await collect(refused)).toBe("CapExceeded(10000000, 0)");
  expect(await shown()).toEqual({
    ...{ ...of1, spent: "25.000000", spentInPeriod: "25.000000", left: "0.000000" },
  });

  await chainAt(end);
  const of2 = { periodEnd: iso(end + hour) };
  expect(await shown()).toEqual({
    ...{ ...of2, spent: "25.000000", spentInPeriod: "0.000000", left: "25.000000" },
  });
  expect(await collect(refused)).toBe("CONFIRMED");
  expect(await shown()).toEqual({
    ...{ ...of2, spent: "35.000000", spentInPeriod: "10.000000", left: "15.000000" },
  });

  // Periods in which nothing is collected leave nothing behind, and the total ends it.
  await chainAt(end + 5 * hour);
  expect(await take("25")).toBe("CONFIRMED");
  expect(await shown()).toEqual({
    ...{ spent: "60.000000", spentInPeriod: "25.000000", left: "0.000000" },
    periodEnd: iso(end + 6 * hour),
  });
  await chainAt(end + 6 * hour);
  expect(await take("0.01")).toBe("CapExceeded(10000, 0)");
});

it("no collection takes more than the limit of one", async () => {
  const { take, shown } = await aCapped({ perPeriod: "25", perCharge: "10", total: "100" });
  expect(await take("10.000001")).toBe("CapExceeded(10000001, 10000000)");
  expect([await take("10"), await take("10")]).toEqual(["CONFIRMED", "CONFIRMED"]);
  expect(await take("6")).toBe("CapExceeded(6000000, 5000000)");
  expect((await shown()).left).toBe("5.000000");
});

it("a higher limit that is signed within a month leaves the difference only", async () => {
  const { payer, of, bill, take, collect, shown } = await aCapped({
    perPeriod: "25",
    total: "300",
  });
  expect(await take("20")).toBe("CONFIRMED");
  const waiting = await bill("20.01");
  const limits = { perPeriod: "40", total: "300" };
  await story.done("portal.signCap", await signedCap(story, of, payer, limits));

  expect(await shown()).toMatchObject({
    ...{ spent: "0.000000", spentInPeriod: "20.000000", left: "20.000000" },
  });
  expect(await collect(waiting)).toBe("CapExceeded(20010000, 20000000)");
  expect(await take("20")).toBe("CONFIRMED");
  expect(await shown()).toMatchObject({
    ...{ spent: "20.000000", spentInPeriod: "40.000000", left: "0.000000" },
  });
});

it("a new limit reports no recovery that the running month does not allow", async () => {
  const { payer, of, take } = await aCapped({ perPeriod: "100", total: "300" });
  const { subscriptionId } = of;
  const serviceId = (await story.done("subscriptions.get", { subscriptionId })).subscription
    .serviceId;
  const alert = { serviceId, subscriptionId, on: "cap", levels: ["80", "60"], recovery: true };
  await story.done("alerts.create", alert);
  expect(await take("75")).toBe("CONFIRMED");
  await checkCaps(service().parts);
  await story.done("portal.signCap", await signedCap(story, of, payer, "110"));
  await checkCaps(service().parts);

  const { events } = await story.done("events.list", {});
  const told = events.filter(
    ({ type, data }: { type: string; data: { alert?: { subscriptionId: string | null } } }) =>
      type.startsWith("alert.") && data.alert?.subscriptionId === subscriptionId,
  );
  expect(told.map(({ type }: { type: string }) => type)).toEqual(["alert.crossed"]);
});

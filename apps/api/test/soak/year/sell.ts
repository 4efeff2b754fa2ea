import type { Component } from "@usance/rating";
import * as fc from "fast-check";
import { cards } from "../../../../../packages/rating/test/arbitrary-cards.ts";
import { devUsdcAddress } from "../../../src/cli/dev/deploy-contracts.ts";
import { toAmount, toTokenUnits } from "../../../src/kit/money.ts";
import { signed } from "../../harness/checkout.ts";
import { restDoor } from "../../harness/doors.ts";
import { type Payer, walletOn } from "../../harness/payer.ts";
import { merchantAddress, Story } from "../../harness/story.ts";
import { type Address, call, newService, rpc } from "../../processes/calls.ts";
import type { Random } from "../random.ts";

/** The start time of the clock: a day that not all months have. */
const beginning = new Date("2027-01-31T00:00:00.000Z");

/** A subscription, and the usage that was recorded for it. */
export interface Sold {
  readonly id: string;
  readonly serviceId: string;
  readonly userId: string;
  readonly components: readonly Component[];
  readonly recorded: Recorded[];
  /** The wallet whose spending cap its bills are collected under; null if it has signed none. */
  readonly wallet: Payer | null;
  /** The number of the month in which it was cancelled; null if it was not. */
  lastMonth: number | null;
}

/** A usage event. */
export interface Recorded {
  /** The number of the month in which it was recorded. */
  readonly month: number;
  readonly eventKey: string;
  readonly prefix: string;
  readonly quantity: string;
  readonly occurredAt: string;
}

/** What a wallet with a spending cap has, and what its cap allows, in USDC: more than all bills of any card. */
export const purse = "1000000000000000";

interface Shop {
  readonly serviceId: string;
  readonly testClockId: string;
  readonly sold: readonly Sold[];
}

/** How much is sold. */
interface Extent {
  readonly seed: number;
  readonly kinds: number;
  readonly subscriptions: number;
  readonly capped: number;
}

/** Makes a service on a test clock, plans with generated rate cards, and subscriptions to them in turn. */
export async function openShop(
  to: Address & { readonly rpcUrl: string },
  { seed, kinds, subscriptions, capped }: Extent,
): Promise<Shop> {
  const { testClock } = await post(to, "/test-clocks", { now: beginning.toISOString() });
  const fields = { testClockId: testClock.id, payoutAddress: merchantAddress };
  const serviceId = await newService(to, fields);
  const plans = [];
  for (const components of fc.sample(cards, { numRuns: kinds, seed })) {
    const { plan } = await post(to, `/services/${serviceId}/plans`, {
      name: "A kind of card",
      pricingType: "USAGE_BASED",
      billingInterval: "MONTH",
      amount: "0",
    });
    await post(to, `/plans/${plan.id}/rate-cards`, { components });
    plans.push({ paymentPlanId: plan.id as string, components });
  }
  const sold: Sold[] = [];
  for (let place = 0; place < subscriptions; place += 1) {
    const plan = plans[place % plans.length];
    if (plan === undefined) throw new Error("There is a plan.");
    const { paymentPlanId, components } = plan;
    const { checkoutSession } = await post(to, "/checkout-sessions", { serviceId, paymentPlanId });
    const wallet = place < capped ? await signCap(to, checkoutSession.id) : null;
    const email = `payer-${place}@example.com`;
    const completed =
      wallet === null
        ? await post(to, `/checkout-sessions/${checkoutSession.id}/complete`, { user: { email } })
        : (await call(to, "GET", `/checkout-sessions/${checkoutSession.id}`)).body;
    const [{ id, userId }] = completed.checkoutSession.subscriptions;
    sold.push({ id, serviceId, userId, components, wallet, recorded: [], lastMonth: null });
  }
  return { serviceId, testClockId: testClock.id, sold };
}

/** Subscribes at a checkout with a spending cap. @returns the wallet that has signed it */
async function signCap(
  { url, rpcUrl }: { readonly url: string; readonly rpcUrl: string },
  checkoutSessionId: string,
): Promise<Payer> {
  const story = new Story(restDoor, () => ({ url }));
  const wallet = await walletOn(rpcUrl, "0");
  // The token's mint gives less at once.
  const units = `0x${toTokenUnits(toAmount(purse)).toString(16)}`;
  await rpc(rpcUrl, "anvil_dealERC20", [wallet.address, devUsdcAddress, units]);
  await story.done("checkout.pay", await signed(story, checkoutSessionId, wallet, purse));
  return wallet;
}

/** The start of a month of the subscriptions. They all began at the same time. */
export function monthStart(number: number): Date {
  const start = new Date(beginning);
  start.setUTCDate(1);
  start.setUTCMonth(start.getUTCMonth() + number);
  const last = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0));
  start.setUTCDate(Math.min(beginning.getUTCDate(), last.getUTCDate()));
  return start;
}

/** Records a month's usage. Some of it belongs to the month before, which is already billed. */
export async function useForAMonth(
  to: Address,
  sold: readonly Sold[],
  month: number,
  random: Random,
): Promise<void> {
  const events = sold.filter(isActive).flatMap((one) => usageOf(one, month, random));
  for (let from = 0; from < events.length; from += 1_000) {
    const some = events.slice(from, from + 1_000);
    const { results } = await post(to, "/usage-events/batch", {
      usageEvents: some.map(({ event }) => event),
    });
    for (const [place, { status }] of results.entries()) {
      const one = some[place];
      if (one === undefined || status !== 201) throw new Error(`An event was answered ${status}.`);
      one.sold.recorded.push(one.recorded);
    }
  }
}

function usageOf(sold: Sold, month: number, random: Random) {
  return Array.from({ length: random.integer(0, 5) }, (_, place) => {
    const isLate = month > 0 && !canBecomeCheaper(sold) && random.chance(0.1);
    const start = monthStart(isLate ? month - 1 : month).getTime();
    const end = monthStart(isLate ? month : month + 1).getTime();
    const prefix = random.oneOf(["reads", "writes", "seats"]);
    const quantity = random.chance(0.5)
      ? String(random.integer(0, 30))
      : (random.integer(0, 30_000_000) / 1e6).toFixed(6);
    // Milliseconds apart, so that the last event is well defined.
    const at = start + random.integer(0, Math.floor((end - start) / 100) - 1) * 100;
    const occurredAt = new Date(at + place + (isLate ? 50 : 0)).toISOString();
    const { serviceId, id: subscriptionId, userId } = sold;
    const eventKey = `${prefix}:${month}-${place}`;
    const event = { serviceId, subscriptionId, userId, eventKey, quantity, occurredAt };
    return { sold, event, recorded: { month, prefix, eventKey, quantity, occurredAt } };
  });
}

/** With more usage, a volume price or a price of the last value can fall. Then a credit waits for the next bill. */
function canBecomeCheaper({ components }: Sold): boolean {
  return components.some(
    (one) => one.type === "VOLUME" || ("measure" in one && one.measure === "LAST"),
  );
}

/** Cancels some subscriptions within a month. Their last period is then billed completely. */
export async function cancelSome(
  to: Address,
  sold: readonly Sold[],
  month: number,
  random: Random,
): Promise<void> {
  for (const one of sold.filter(isActive)) {
    if (!random.chance(0.01)) continue;
    await post(to, `/subscriptions/${one.id}/cancel`, {});
    one.lastMonth = month;
  }
}

const isActive = ({ lastMonth }: Sold) => lastMonth === null;

/** A call that must succeed. @returns its body */
export async function post(to: Address, path: string, body: object) {
  const answer = await call(to, "POST", path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

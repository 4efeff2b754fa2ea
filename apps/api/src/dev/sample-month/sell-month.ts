import { createHash } from "node:crypto";
import {
  type Plan,
  ServerError,
  type Service,
  type Subscription,
  type UsanceClient,
} from "@usance/sdk";
import { textOfUnits } from "../../lib/money.ts";
import { developmentWallet, sampleMerchant } from "../accounts.ts";
import { usageOfMonth } from "./usage-of-month.ts";
import { type PausableRegistry, whilePaused } from "./while-paused.ts";

/** What was made. */
export interface Month {
  readonly serviceId: string;
  readonly ownerId: string;
}

const dayMs = 86_400_000;
/** The price of a request, in millionths of a USDC. */
const perRequest = 2_500n;

const subscribers = [
  { name: "Ada Okafor", email: "ada@harbor.example", scale: 900 },
  { name: "Ben Lindqvist", email: "ben@fjordfreight.example", scale: 420 },
  { name: "Chiara Rossi", email: "chiara@vigneti.example", scale: 260 },
  { name: "Dan Whitfield", email: "dan@skylinedrones.example", scale: 1_300 },
  { name: "Emiko Sato", email: "emiko@tidepool.example", scale: 75 },
  { name: "Farid Haddad", email: "farid@solarcoop.example", scale: 610 },
];

/** What becomes of the invoice of each of them. */
const ends = ["paid", "paid", "paid", "failed", "open", "expired", "draft", "void"] as const;

/**
 * Makes a month of a seller's sales: two services with plans, subscribers, usage, invoices in every state, settlements on the
 * local chain, of which one fails, a balance with holds, and a webhook endpoint that does not answer.
 *
 * @param run names the calls: those of an earlier attempt are not done again
 * @param at.now the end of the month
 * @param at.registry is paused for the settlement that fails
 * @throws UsanceError
 */
export async function sellMonth(
  usance: UsanceClient,
  run: string,
  { now, registry }: { readonly now: Date; readonly registry: PausableRegistry },
): Promise<Month> {
  const once = (name: string) => ({
    idempotencyKey: `sample-month-${run}-${name.replaceAll(" ", "-")}`,
  });
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();

  const weather = await usance.services.create(
    {
      name: "Nimbus Weather",
      description: "Forecasts by the hour. A sample, made by `usance dev --sample`",
      status: "ACTIVE",
      owner: { email: "nimbus@example.com", name: "Nimbus Data" },
      payoutAddress: sampleMerchant.address,
      branding: { color: "#0e7490" },
    },
    once("weather"),
  );
  const { ownerId } = weather;
  const radar = await usance.services.create(
    { name: "Nimbus Radar", status: "ACTIVE", ownerId, payoutAddress: sampleMerchant.address },
    once("radar"),
  );
  await usance.webhookEndpoints.create(
    { url: "https://hooks.nimbus.invalid/usance", ownerId },
    once("endpoint"),
  );
  const metered = await usance.plans.create(
    {
      serviceId: weather.id,
      name: "Pay as you go",
      pricingType: "USAGE_BASED",
      billingInterval: "MONTH",
      amount: textOfUnits(perRequest),
      unit: "request",
    },
    once("metered"),
  );
  await usance.rateCards.create(
    {
      paymentPlanId: metered.id,
      components: [
        {
          type: "PER_UNIT",
          description: "Forecast requests",
          unitAmount: textOfUnits(perRequest),
          prefix: "forecasts",
        },
      ],
    },
    once("rate card"),
  );
  const monthly = await usance.plans.create(
    {
      serviceId: radar.id,
      name: "Radar Pro",
      pricingType: "FIXED_RECURRING",
      billingInterval: "MONTH",
      amount: "49",
    },
    once("monthly"),
  );

  /** A subscription; each subscriber is the same user every time. */
  const subscribe = async (
    { name, email }: (typeof subscribers)[number],
    service: Service,
    plan: Plan,
  ): Promise<Subscription> => {
    const of = { serviceId: service.id, paymentPlanId: plan.id };
    const { id } = await usance.checkoutSessions.create(of, once(`${email} ${plan.id} session`));
    const { subscriptions } = await usance.checkoutSessions.complete(
      { checkoutSessionId: id, user: { email, name } },
      once(`${email} ${plan.id} subscription`),
    );
    const [subscription] = subscriptions;
    if (subscription === undefined) throw new Error("A completed session has a subscription.");
    return subscription;
  };

  const forecasts: Subscription[] = [];
  for (const one of subscribers) forecasts.push(await subscribe(one, weather, metered));
  const radars: Subscription[] = [];
  for (const one of subscribers.slice(2, 4)) radars.push(await subscribe(one, radar, monthly));

  for (const [place, { id: subscriptionId, serviceId, userId }] of forecasts.entries()) {
    const scale = subscribers[place]?.scale ?? 1;
    const prefixes = ["forecasts", "alerts", "history"];
    const usageEvents = usageOfMonth(prefixes, now, { scale, seed: place }).map((event) => ({
      ...event,
      serviceId,
      subscriptionId,
      userId,
    }));
    await usance.usageEvents.batch({ usageEvents }, once(`usage ${place}`));
  }
  await addBalance(usance, { run, once, expiresAt: inDays(0.9) }, forecasts);

  const billed = [...forecasts, ...radars];
  const made = await Promise.all(
    billed.map(async (subscription, place) => {
      const { serviceId, paymentPlanId, userId, id: subscriptionId } = subscription;
      const end = ends[place] ?? "open";
      const isMetered = serviceId === weather.id;
      const requests = 40_000n + 17_000n * BigInt(place);
      const amount = isMetered ? textOfUnits(requests * perRequest) : "49.000000";
      const line = isMetered
        ? {
            description: "Forecast requests",
            quantity: String(requests),
            unitAmount: textOfUnits(perRequest),
          }
        : { description: "Radar Pro, one month", quantity: "1", unitAmount: amount };
      const invoice = await usance.invoices.create(
        {
          serviceId,
          paymentPlanId,
          userId,
          subscriptionId,
          amount,
          lines: [{ ...line, amount }],
          status:
            end === "expired" ? "EXPIRED" : end === "draft" || end === "void" ? "DRAFT" : "OPEN",
          dueAt: inDays(14),
        },
        once(`invoice ${place}`),
      );
      if (end === "void")
        await usance.invoices.void({ invoiceId: invoice.id }, once(`void ${place}`));
      const settle = () =>
        usance.settlements.create(
          {
            invoiceId: invoice.id,
            referenceHash: referenceOf(run, place),
            payerAddress: developmentWallet.address,
            merchantAddress: sampleMerchant.address,
          },
          once(`settlement ${place}`),
        );
      if (end === "paid") await settle();
      return end === "failed" ? { invoiceId: invoice.id, settle } : null;
    }),
  );
  for (const { invoiceId, settle } of made.filter((one) => one !== null)) {
    const { settlements } = await usance.invoices.get({ invoiceId });
    if (settlements.length > 0) continue; // it was tried before an interruption
    await whilePaused(registry, async () => {
      await settle().catch(expectFailed);
    });
  }
  return { serviceId: weather.id, ownerId };
}

interface Making {
  readonly run: string;
  readonly once: (name: string) => { readonly idempotencyKey: string };
  readonly expiresAt: string;
}

/** A prepaid balance with credit, a hold that was committed, and one that is still held. */
async function addBalance(
  usance: UsanceClient,
  { run, once, expiresAt }: Making,
  [subscription]: readonly Subscription[],
): Promise<void> {
  if (subscription === undefined) return;
  const { serviceId, userId, id: subscriptionId } = subscription;
  const { id: balanceId } = await usance.balances.create(
    { serviceId, userId, lowAt: "5" },
    once("balance"),
  );
  await usance.balances.grant(
    { balanceId, amount: "20", reason: "Welcome credit" },
    once("credit"),
  );
  for (const [place, amount] of ["1.5", "0.75"].entries()) {
    const key = `sample-${run}-${place}`;
    const hold = await usance.holds.create({ balanceId, key, amount, expiresAt });
    if (place > 0 || hold.status !== "HELD") continue;
    const usageEvent = { subscriptionId, eventKey: `maps:${key}`, quantity: "12" };
    await usance.holds.commit({ holdId: hold.id, amount: "1.2", usageEvent }, once("hold"));
  }
}

const referenceOf = (run: string, place: number) =>
  `0x${createHash("sha256").update(`${run} ${place}`).digest("hex")}`;

function expectFailed(error: unknown): void {
  if (!(error instanceof ServerError)) throw error;
}

import type { UsanceClient } from "@usance/sdk";
import { type Names, singleEvents } from "./events.ts";
import { atLeast, type Target } from "./report.ts";
import { post, posts } from "./requests.ts";
import { httpSide, measureRounds, ratioIn, type Shots } from "./rounds.ts";
import { type Child, someSubscribers } from "./service.ts";
import { restSide } from "./singles.ts";

const plain = "usance, REST";
const limited = "limits, one each";
const oneLimit = "limits, one for all";
const charged = "charges, a balance each";
const oneBalance = "charges of one balance";
const priced = "rate cards, a balance each";
const held = "holds, committed with events";
const oneCard = "a rate card, one balance";
const textbook = "Fastify, SELECT FOR UPDATE";

const callers = 128;
const path = "/api/v1/usage-events";

/** More than any measurement uses. */
const enough = "100000000";

/**
 * Measures events that limits or prepaid balances must admit, against events without either, and against what a budget takes
 * in the peer: a transaction that locks its row.
 */
export async function measureAdmitted(
  { service, peer }: { readonly service: Child; readonly peer: Child },
  client: UsanceClient,
  names: readonly Names[],
  width: { readonly rounds: number; readonly seconds: number },
): Promise<Shots> {
  const side = (name: string, child: Child, bodyOf: () => string) =>
    httpSide(name, [child], { requestOf: posts(path, bodyOf), status: 201 });
  const [budgeted] = await someSubscribers(client, 1);
  if (budgeted === undefined) throw new Error("There is one subscriber.");
  const ofBudget = singleEvents([await limit(client, budgeted)]);
  const each = await Promise.all(
    (await someSubscribers(client, names.length)).map((one) => limit(client, one)),
  );
  const prepaid = await Promise.all(
    (await someSubscribers(client, names.length)).map((one) => fund(client, one)),
  );
  const byCard = await Promise.all(
    (await someSubscribers(client, names.length)).map((one) => price(client, one)),
  );
  const sides = [
    restSide(service, names),
    side(limited, service, singleEvents(each)),
    side(oneLimit, service, ofBudget),
    side(charged, service, singleEvents(prepaid)),
    side(oneBalance, service, singleEvents(prepaid.slice(0, 1))),
    side(priced, service, singleEvents(byCard)),
    side(oneCard, service, singleEvents(byCard.slice(0, 1))),
    httpSide(held, [service], { requestOf: await commits(client, prepaid, width), status: 200 }),
    httpSide(textbook, [peer], { requestOf: posts("/budget-events", ofBudget), status: 201 }),
  ];
  return measureRounds("Admitted events", sides, width.rounds, {
    connections: callers,
    seconds: width.seconds,
  });
}

/** Sets a limit of the subscriber's service. @returns the fields of its events */
export async function limit<Of extends Names>(client: UsanceClient, names: Of): Promise<Of> {
  const terms = {
    scope: "subscription",
    measure: "quantity",
    window: "day",
    action: "REJECT",
  } as const;
  const { serviceId } = names;
  await client.limits.set({ name: `of-${serviceId}`, serviceId, max: enough, ...terms });
  return names;
}

/** Gives the subscriber a balance. @returns the fields of its events */
export async function fund<Of extends Names>(client: UsanceClient, names: Of) {
  const { serviceId, userId } = names;
  const { id: balanceId } = await client.balances.create({ serviceId, userId });
  await client.balances.grant({ balanceId, amount: enough, reason: "To measure" });
  return { ...names, balanceId, charge: "0.01" };
}

/** More commits of holds than are answered in a second. */
const mostCommits = 5_000;

/** Places holds, and makes the requests that commit each with a usage event. */
async function commits(
  client: UsanceClient,
  prepaid: readonly (Names & { readonly balanceId: string })[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<() => string> {
  const count = mostCommits * seconds * (rounds + 1);
  const requests: string[] = [];
  const expiresAt = new Date(Date.now() + 12 * 3_600_000).toISOString();
  let placed = 0;
  const place = async () => {
    for (let at = placed++; at < count; at = placed++) {
      const { balanceId, subscriptionId } = prepaid[at % prepaid.length] as (typeof prepaid)[0];
      const key = `hold:${at}`;
      const { id } = await client.holds.create({ balanceId, key, amount: "0.02", expiresAt });
      const usageEvent = { subscriptionId, eventKey: key, quantity: "1" };
      const body = JSON.stringify({ amount: "0.01", usageEvent });
      requests.push(post(`/api/v1/holds/${id}/commit`, body));
    }
  };
  await Promise.all(Array.from({ length: callers }, place));
  return () => {
    const request = requests.pop();
    if (request === undefined) throw new Error("There are more holds than can be committed.");
    return request;
  };
}

/** Gives the subscriber a balance that a rate card with tiers charges. @returns the fields of its events */
async function price<Of extends Names & { readonly paymentPlanId: string }>(
  client: UsanceClient,
  names: Of,
) {
  const tiers = [
    { upTo: "1000", unitAmount: "0.002" },
    { upTo: "100000", unitAmount: "0.001" },
    { upTo: null, unitAmount: "0.000123456" },
  ];
  const component = { type: "GRADUATED" as const, description: "Requests", tiers };
  const { paymentPlanId } = names;
  await client.rateCards.create({ paymentPlanId, components: [component] });
  return { ...(await fund(client, names)), charge: { rateCard: true as const } };
}

export function admittedTargets(shots: Shots | undefined): Target[] {
  const ratio = (one: string, other: string) => ratioIn(shots, one, other, "rate");
  return [
    atLeast("rate of events with limits to plain ones", 0.8, ratio(limited, plain)),
    atLeast("rate of events of one limit to plain ones", 0.6, ratio(oneLimit, plain)),
    atLeast("rate of charged events to plain ones", 0.8, ratio(charged, plain)),
    atLeast("rate of charges of one balance to plain ones", 0.6, ratio(oneBalance, plain)),
    atLeast("rate of events by rate cards to plain ones", 0.5, ratio(priced, plain)),
    atLeast("rate of events by the card of one balance to plain ones", 0.5, ratio(oneCard, plain)),
    atLeast("rate of commits of holds to plain events", 0.4, ratio(held, plain)),
    atLeast("rate of events of one limit to a locked row's", 2, ratio(oneLimit, textbook)),
  ];
}

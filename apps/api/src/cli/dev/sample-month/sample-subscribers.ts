import type { Plan, Service, Subscription } from "@usance/sdk";
import type { Making } from "./making.ts";
import type { Catalog } from "./sample-catalog.ts";

/** The subscribers of the metered service, with the day of each subscription and the scale of its usage. */
const subscribers = [
  { name: "Ada Okafor", email: "ada@harbor.example", scale: 900, since: 0 },
  { name: "Ben Lindqvist", email: "ben@fjordfreight.example", scale: 420, since: 0 },
  { name: "Chiara Rossi", email: "chiara@vigneti.example", scale: 260, since: 0 },
  { name: "Dan Whitfield", email: "dan@skylinedrones.example", scale: 1_300, since: 3 },
  { name: "Emiko Sato", email: "emiko@tidepool.example", scale: 75, since: 6 },
  { name: "Farid Haddad", email: "farid@solarcoop.example", scale: 610, since: 9 },
] as const;

/** The subscribers of the service with a fixed price, by their index in the list above. */
const radarSubscribers = [
  { of: 2, since: 12 },
  { of: 3, since: 12 },
] as const;

/** The subscriptions so far, by their place in the list above; those to the fixed price come after them. */
export type Subscriptions = Map<number, Subscription>;

/** Makes the subscriptions that begin on a day. */
export async function subscribe(
  making: Making,
  { weather, metered, radar, monthly }: Catalog,
  subscriptions: Subscriptions,
  day: number,
): Promise<void> {
  for (const [place, person] of subscribers.entries()) {
    if (person.since !== day) continue;
    subscriptions.set(place, await subscribed(making, person, { service: weather, plan: metered }));
  }
  for (const [place, { of, since }] of radarSubscribers.entries()) {
    if (since !== day) continue;
    const terms = { service: radar, plan: monthly };
    const subscription = await subscribed(making, subscribers[of], terms);
    subscriptions.set(subscribers.length + place, subscription);
  }
}

async function subscribed(
  { usance, once }: Making,
  { name, email }: (typeof subscribers)[number],
  { service, plan }: { readonly service: Service; readonly plan: Plan },
): Promise<Subscription> {
  const of = { serviceId: service.id, paymentPlanId: plan.id };
  const { id } = await usance.checkoutSessions.create(of, once(`${email} ${plan.id} session`));
  const session = await usance.checkoutSessions.complete(
    { checkoutSessionId: id, user: { email, name } },
    once(`${email} ${plan.id} subscription`),
  );
  const [subscription] = session.subscriptions;
  if (subscription === undefined) throw new Error("A completed session has a subscription.");
  return subscription;
}

/** Records what was used between two days. */
export async function recordUsage(
  { usance, once, at }: Making,
  subscriptions: Subscriptions,
  [from, to]: readonly [number, number],
): Promise<void> {
  for (const [place, { scale, since }] of subscribers.entries()) {
    const subscription = subscriptions.get(place);
    if (subscription === undefined) continue;
    const { id: subscriptionId, serviceId, userId } = subscription;
    const prefixes = ["forecasts", "alerts", "history"];
    const [first, end] = [at(from < since ? since : from), at(to)];
    const usageEvents = usageOfMonth(prefixes, at(30), { scale, seed: place })
      .filter(({ occurredAt }) => new Date(occurredAt) >= first && new Date(occurredAt) < end)
      .map((event) => ({ ...event, serviceId, subscriptionId, userId }));
    if (usageEvents.length === 0) continue;
    await usance.usageEvents.batch({ usageEvents }, once(`usage ${place} until ${to}`));
  }
}

const hourMs = 3_600_000;
const hoursInMonth = 30 * 24;

/** Usage of one event, as the API takes it. */
interface SampleUsage {
  readonly eventKey: string;
  readonly quantity: string;
  readonly occurredAt: string;
}

/**
 * The usage of a subscriber in the 30 days before a time: every few hours, more in the afternoon, less at weekends, and
 * growing. The same arguments give the same usage.
 *
 * @param scale factor of the usage
 */
function usageOfMonth(
  prefixes: readonly string[],
  until: Date,
  { scale, seed }: { readonly scale: number; readonly seed: number },
): SampleUsage[] {
  const random = randomOf(seed);
  const end = Math.floor(until.getTime() / hourMs) * hourMs;
  return prefixes.flatMap((prefix, place) => {
    const everyHours = 4 + 4 * place;
    const events: SampleUsage[] = [];
    for (let ago = hoursInMonth; ago > 0; ago -= everyHours) {
      const at = new Date(end - ago * hourMs);
      const afternoon = 1 + Math.sin(((at.getUTCHours() - 9) / 24) * 2 * Math.PI) * 0.6;
      const weekday = [0, 6].includes(at.getUTCDay()) ? 0.45 : 1;
      const growth = 1.4 - (ago / hoursInMonth) * 0.6;
      const units = Math.round(scale * afternoon * weekday * growth * (0.8 + random() * 0.4));
      if (units === 0) continue;
      const hour = at.toISOString().slice(0, 13);
      events.push({
        eventKey: `${prefix}:${hour}`,
        quantity: String(units),
        occurredAt: at.toISOString(),
      });
    }
    return events;
  });
}

/** Numbers from 0 to 1 that depend on the seed alone (Park and Miller's generator). */
function randomOf(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

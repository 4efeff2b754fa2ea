import { z } from "zod";
import type { Alert, Balance } from "../db/generated/client.ts";
import { Amount, fromTokenUnits, toTokenUnits, unitsOfText } from "../kit/money.ts";
import { read } from "../operation/define.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { isCrossed, shownAlert } from "../outbox/announce-alerts.ts";
import { AlertState } from "../schemas/alerts.ts";
import { SubscriptionId, subscriptionNotFound } from "../schemas/subscriptions.ts";
import { findSpendingCap, leftOfCap } from "../settlements/spending-caps/store.ts";
import { loadSubscription, type SubscriptionWithPlan } from "../subscriptions/load-subscription.ts";
import { readCounters } from "../usage/limits/limits.ts";
import { findAlertsOf } from "./store.ts";

const AlertStates = z.object({
  alerts: z.array(AlertState).meta({ description: "The oldest alert first" }),
});

export const listAlertStates = read("GET /subscriptions/{subscriptionId}/alerts", {
  name: "alerts.states",
  cost: "large",
  summary: "Show what alerts watch",
  description:
    "Returns every alert that watches the subscription, or a balance of its subscriber for the service, with the value and the levels that are crossed now.",
  refusals: { subscriptionNotFound },
  input: SubscriptionId,
  output: AlertStates,
  run: async (work, { subscriptionId }) => ({
    alerts: await readAlertStates(work, await loadSubscription(work, subscriptionId)),
  }),
});

type Watching = Pick<Parts, "db" | "times">;

/** What the alerts watch that are about a subscription, or its subscriber's balances for the service. */
export async function readAlertStates(work: Watching, subscription: SubscriptionWithPlan) {
  const { id, serviceId, userId } = subscription;
  const balances = await work.db.balance.findMany({ where: { serviceId, userId }, take: 100 });
  const targets = [id, ...balances.map((balance) => balance.id)];
  const alerts = await findAlertsOf(work.db, serviceId, targets);
  const watchedBy = await valuesOf(work, subscription, alerts);
  return alerts.flatMap((alert) => {
    if (alert.watches !== "balance")
      return stateOf(alert, { subscriptionId: id }, watchedBy(alert));
    return balances
      .filter((balance) => (alert.targetId ?? balance.id) === balance.id)
      .map((balance: Balance) =>
        stateOf(alert, { balanceId: balance.id }, toTokenUnits(balance.available)),
      );
  });
}

/** @param value what the alert watches, in millionths; null if it has no value */
function stateOf(
  alert: Alert,
  of: { readonly subscriptionId: string } | { readonly balanceId: string },
  value: bigint | null,
) {
  return {
    alert: shownAlert(alert),
    ...{ subscriptionId: null, balanceId: null, ...of },
    value: value === null ? null : fromTokenUnits(value),
    crossed: alert.levels
      .filter((level) => value !== null && isCrossed(alert.watches, unitsOfText(level), value))
      .map((level) => new Amount(level)),
  };
}

/** Reads what the alerts of a subscription watch. @returns tells the value of an alert in millionths; null if it has none */
async function valuesOf(
  work: Watching,
  subscription: SubscriptionWithPlan,
  alerts: readonly Alert[],
): Promise<(alert: Alert) => bigint | null> {
  const isWatched = (...kinds: readonly Alert["watches"][]) =>
    alerts.some(({ watches }) => kinds.includes(watches));
  const { id, currentPeriodStart } = subscription;
  const counters = isWatched("usage", "spend") ? await readCounters(work, subscription) : [];
  const used = new Map(counters.map((state) => [state.group.limit.id, state.used]));
  const cap = isWatched("cap") ? await findSpendingCap(work.db, id) : null;
  const forecast = isWatched("forecast")
    ? await work.db.forecast.findUnique({ where: { subscriptionId: id } })
    : null;
  const isOfPeriod = forecast?.periodStart.getTime() === currentPeriodStart.getTime();
  const capLeft = cap === null || cap.revokedAt !== null ? null : leftOfCap(cap);
  return ({ id: alertId, watches }) => {
    if (watches === "cap") return capLeft;
    if (watches === "forecast")
      return isOfPeriod && forecast?.amount ? toTokenUnits(forecast.amount) : null;
    return used.get(alertId) ?? null;
  };
}

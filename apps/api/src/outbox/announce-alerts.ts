import type { Alert as AlertRow } from "../db/generated/client.ts";
import { jsonObject } from "../db/json-rows.ts";
import { type AnyTransaction, type InAnyTransaction, runStatement } from "../db/statements.ts";
import { Amount, textOfUnits, unitsOfText } from "../kit/money.ts";
import { Alert, type AlertWatch } from "../schemas/alerts.ts";
import { recordEvents } from "./record-events.ts";

/*
 * A level is crossed when a value was on one side of it before a transaction and is on the other side after it. So the
 * transaction that changes the value knows, and nothing is stored about what was crossed.
 */

/** Whose value it is. */
interface Watched {
  readonly watches: AlertWatch;
  readonly serviceId: string;
  /** null: it is of a balance. */
  readonly subscriptionId: string | null;
  /** null: it is of a subscription. */
  readonly balanceId: string | null;
}

/** What a transaction does to a value that alerts may watch; amounts are in millionths. */
export interface WatchedChange {
  readonly of: Watched;
  /** The alert whose value it is; absent: of all that watch it. */
  readonly alertId?: string;
  readonly periodStart: Date | null;
  readonly before: bigint;
  readonly after: bigint;
}

/** Whether a value has reached a level, or has fallen below it. */
export function isCrossed(watches: AlertWatch, level: bigint, value: bigint): boolean {
  return watches === "balance" || watches === "cap" ? value < level : value >= level;
}

const shown = jsonObject("alert", "Alert");

const find = {
  name: "find_alerts",
  text: `
  SELECT ${shown.sql} AS alert FROM alerts alert
   WHERE service_id = ANY ($1::text[]) AND watches = ANY ($2::alert_watch[])
     AND (target_id IS NULL OR target_id = ANY ($3::text[]))
   ORDER BY created_at, id`,
};

/** Finds the alerts that watch values which change. */
export async function findAlerts(
  { tx }: Pick<InAnyTransaction, "tx">,
  changes: readonly WatchedChange[],
): Promise<FoundAlert[]> {
  const changed = changes.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return [];
  const rows = await runStatement<{ readonly alert: unknown }>(tx, find, [
    [...new Set(changed.map(({ of }) => of.serviceId))],
    [...new Set(changed.map(({ of }) => of.watches))],
    [...new Set(changed.map(({ of }) => of.subscriptionId ?? of.balanceId))],
  ]);
  // Read once each: a batch may cross the levels of an alert for a thousand subscriptions.
  return rows.map(({ alert }) => foundAlert(shown.read(alert)));
}

type FoundAlert = ReturnType<typeof foundAlert>;

const foundAlert = (row: AlertRow) => ({
  row,
  alert: Alert.parse(shownAlert(row)),
  levels: row.levels.map(unitsOfText),
});

/** What transactions have changed that report all of their changes together. */
const kept = new WeakMap<AnyTransaction, WatchedChange[]>();

/**
 * Makes several changes in a transaction, and reports what alerts see of them together: what one takes back and another
 * does again crosses nothing.
 */
export async function announceTogether<Result>(
  at: InAnyTransaction,
  change: () => Promise<Result>,
): Promise<Result> {
  const changes: WatchedChange[] = [];
  kept.set(at.tx, changes);
  const result = await change();
  kept.delete(at.tx);
  const ofOneValue = ({ alertId, of, periodStart }: WatchedChange) =>
    `${alertId} ${of.watches} ${of.subscriptionId} ${of.balanceId} ${periodStart?.getTime()}`;
  const net = [...Map.groupBy(changes, ofOneValue).values()].flatMap((all) => {
    const [first, last] = [all[0], all.at(-1)];
    return first && last ? { ...last, before: first.before } : [];
  });
  await announceAlerts(at, net);
  return result;
}

/** Records what all alerts report of changes, in the transaction that makes them. */
export async function announceAlerts(
  at: InAnyTransaction,
  changes: readonly WatchedChange[],
): Promise<void> {
  await announceCrossings(at, kept.has(at.tx) ? [] : await findAlerts(at, changes), changes);
}

/** The same for alerts that were found before. */
export async function announceCrossings(
  at: InAnyTransaction,
  alerts: readonly FoundAlert[],
  changes: readonly WatchedChange[],
): Promise<void> {
  const together = kept.get(at.tx);
  if (together !== undefined) {
    together.push(...changes);
    return;
  }
  const byService = Map.groupBy(alerts, ({ alert }) => alert.serviceId);
  const crossings = changes.flatMap((change) => {
    const { watches, serviceId, subscriptionId, balanceId } = change.of;
    const target = subscriptionId ?? balanceId;
    const isWatching = ({ row }: FoundAlert) =>
      row.watches === watches &&
      (row.targetId ?? target) === target &&
      (change.alertId ?? row.id) === row.id;
    const ofService = byService.get(serviceId) ?? [];
    return ofService.filter(isWatching).flatMap((alert) => crossingsOf(alert, change));
  });
  for (const type of ["alert.crossed", "alert.recovered"] as const) {
    const data = crossings.filter((one) => one.type === type).map(({ type: _, ...one }) => one);
    if (data.length > 0) await recordEvents(at, type, data);
  }
}

/** The level that a change crosses, and the one that it comes back from: of several the last, so that an alert says one thing. */
function crossingsOf(
  { alert, levels }: FoundAlert,
  { of, periodStart, before, after }: WatchedChange,
) {
  const { watches, subscriptionId, balanceId } = of;
  const isPast = (level: bigint, value: bigint) => isCrossed(watches, level, value);
  const passed = levels.filter((level) => isPast(level, before) !== isPast(level, after));
  const level = after > before ? passed.at(-1) : passed[0];
  if (level === undefined) return [];
  const type = isPast(level, after) ? ("alert.crossed" as const) : ("alert.recovered" as const);
  if (type === "alert.recovered" && !alert.recovery) return [];
  const crossing = {
    level: textOfUnits(level),
    value: textOfUnits(after),
    ...{ subscriptionId, balanceId },
    periodStart: periodStart?.toISOString() ?? null,
  };
  return [{ type, alert, crossing }];
}

/** An alert for answers, before the schema `Alert`. */
export const shownAlert = ({ watches, targetId, levels, ...alert }: AlertRow) => ({
  ...alert,
  levels: levels.map((level) => new Amount(level)),
  on: watches,
  subscriptionId: watches === "balance" ? null : targetId,
  balanceId: watches === "balance" ? targetId : null,
});

import type { Alert as AlertRow } from "../db/generated/client.ts";
import { jsonObject } from "../db/json-rows.ts";
import { type InAnyTransaction, runStatement } from "../db/statements.ts";
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
): Promise<AlertRow[]> {
  const changed = changes.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return [];
  const rows = await runStatement<{ readonly alert: unknown }>(tx, find, [
    [...new Set(changed.map(({ of }) => of.serviceId))],
    [...new Set(changed.map(({ of }) => of.watches))],
    [...new Set(changed.map(({ of }) => of.subscriptionId ?? of.balanceId))],
  ]);
  return rows.map(({ alert }) => shown.read(alert));
}

/** Records what all alerts report of changes, in the transaction that makes them. */
export async function announceAlerts(
  at: InAnyTransaction,
  changes: readonly WatchedChange[],
): Promise<void> {
  await announceCrossings(at, await findAlerts(at, changes), changes);
}

/** The same for alerts that were found before. */
export async function announceCrossings(
  at: InAnyTransaction,
  alerts: readonly AlertRow[],
  changes: readonly WatchedChange[],
): Promise<void> {
  if (alerts.length === 0) return;
  const byService = Map.groupBy(alerts, ({ serviceId }) => serviceId);
  const crossings = changes.flatMap((change) => {
    const { watches, serviceId, subscriptionId, balanceId } = change.of;
    const target = subscriptionId ?? balanceId;
    const isWatching = ({ id, targetId, ...alert }: AlertRow) =>
      alert.watches === watches && (targetId ?? target) === target && (change.alertId ?? id) === id;
    const ofService = byService.get(serviceId) ?? [];
    return ofService.filter(isWatching).flatMap((alert) => crossingsOf(alert, change));
  });
  for (const type of ["alert.crossed", "alert.recovered"] as const) {
    const data = crossings.filter((one) => one.type === type).map(({ type: _, ...one }) => one);
    if (data.length > 0) await recordEvents(at, type, data);
  }
}

function crossingsOf(row: AlertRow, { of, periodStart, before, after }: WatchedChange) {
  const { watches, subscriptionId, balanceId } = of;
  const alert = Alert.parse(shownAlert(row));
  const isPast = (level: string, value: bigint) => isCrossed(watches, unitsOfText(level), value);
  return row.levels
    .filter((level) => isPast(level, before) !== isPast(level, after))
    .map((level) => ({
      type: isPast(level, after) ? ("alert.crossed" as const) : ("alert.recovered" as const),
      alert,
      crossing: {
        level,
        value: textOfUnits(after),
        ...{ subscriptionId, balanceId },
        periodStart: periodStart?.toISOString() ?? null,
      },
    }))
    .filter(({ type }) => type === "alert.crossed" || row.recovery);
}

/** An alert for answers, before the schema `Alert`. */
export const shownAlert = ({ watches, targetId, levels, ...alert }: AlertRow) => ({
  ...alert,
  levels: levels.map((level) => new Amount(level)),
  on: watches,
  subscriptionId: watches === "balance" ? null : targetId,
  balanceId: watches === "balance" ? targetId : null,
});

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
  /** The alert that watches it, if it is known; otherwise all that do are looked up. */
  readonly alertId?: string;
  readonly periodStart: Date | null;
  /** The levels of the alerts, if they are known. */
  readonly levels?: readonly bigint[];
  readonly before: bigint;
  readonly after: bigint;
}

/** Whether a value has reached a level, or has fallen below it. */
export function isCrossed(watches: AlertWatch, level: bigint, value: bigint): boolean {
  return watches === "balance" || watches === "cap" ? value < level : value >= level;
}

const mayCross = ({ of, levels, before, after }: WatchedChange) =>
  before !== after &&
  (levels === undefined ||
    levels.some((one) => isCrossed(of.watches, one, before) !== isCrossed(of.watches, one, after)));

const shown = jsonObject("alert", "Alert");

const find = {
  name: "find_alerts",
  text: `
  SELECT given.place, alert.id, ${shown.sql} AS alert
    FROM json_to_recordset($1::json) AS given (place int, id text, "serviceId" text, watches alert_watch, target text)
   CROSS JOIN LATERAL (
      SELECT * FROM alerts WHERE id = given.id
       UNION ALL
      SELECT * FROM alerts WHERE given.id IS NULL AND service_id = given."serviceId" AND watches = given.watches
                             AND target_id IS NULL
       UNION ALL
      SELECT * FROM alerts WHERE given.id IS NULL AND service_id = given."serviceId" AND watches = given.watches
                             AND target_id = given.target) alert
   ORDER BY given.place, alert.created_at, alert.id`,
};

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

/** Records what alerts report of changes, in the transaction that makes them. */
export async function announceAlerts(
  at: InAnyTransaction,
  changes: readonly WatchedChange[],
): Promise<void> {
  const together = kept.get(at.tx);
  if (together !== undefined) {
    together.push(...changes);
    return;
  }
  const possible = changes.filter(mayCross);
  if (possible.length === 0) return;
  const asked = possible.map(({ of, alertId = null }, place) => ({
    ...{ place, id: alertId, serviceId: of.serviceId, watches: of.watches },
    target: of.subscriptionId ?? of.balanceId,
  }));
  type Row = { readonly place: number; readonly id: string; readonly alert: unknown };
  const rows = await runStatement<Row>(at.tx, find, [JSON.stringify(asked)]);
  const alerts = new Map(rows.map(({ id, alert }) => [id, alert]));
  // Read once each: a batch may cross the levels of an alert for a thousand subscriptions.
  const read = new Map([...alerts].map(([id, alert]) => [id, readAlert(alert)]));
  const crossings = rows.flatMap(({ place, id }) =>
    crossingsOf(read.get(id) as ReadAlert, possible[place] as WatchedChange),
  );
  for (const type of ["alert.crossed", "alert.recovered"] as const) {
    const data = crossings.filter((one) => one.type === type).map(({ type: _, ...one }) => one);
    if (data.length > 0) await recordEvents(at, type, data);
  }
}

type ReadAlert = ReturnType<typeof readAlert>;

function readAlert(json: unknown) {
  const row = shown.read(json);
  const { recovery } = row;
  return { alert: Alert.parse(shownAlert(row)), levels: row.levels.map(unitsOfText), recovery };
}

/** The level that a change crosses, and the one that it comes back from: of several the last, so that an alert says one thing. */
function crossingsOf(
  { alert, levels, recovery }: ReadAlert,
  { of, periodStart, before, after }: WatchedChange,
) {
  const { watches, subscriptionId, balanceId } = of;
  const isPast = (level: bigint, value: bigint) => isCrossed(watches, level, value);
  const passed = levels.filter((level) => isPast(level, before) !== isPast(level, after));
  const level = after > before ? passed.at(-1) : passed[0];
  if (level === undefined) return [];
  const type = isPast(level, after) ? ("alert.crossed" as const) : ("alert.recovered" as const);
  if (type === "alert.recovered" && !recovery) return [];
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

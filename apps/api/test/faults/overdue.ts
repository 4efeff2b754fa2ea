import { until } from "../harness/until.ts";
import { newSubscriber } from "../processes/calls.ts";
import { fixed, metered, monthly, type Subscribed, type Terms } from "./renewals.ts";
import type { Process, Stage } from "./stage.ts";

const dayMs = 86_400_000;

/** Subscriptions with dozens of due periods. None ends within half a day from now. */
export async function overdueSubscriptions(stage: Stage, at: Process): Promise<Subscribed[]> {
  const halfADayAgo = new Date(Date.now() - dayMs / 2);
  const [, time = ""] = halfADayAgo.toISOString().split("T");
  const yearsAgo = (years: number, day: string) =>
    new Date(`${halfADayAgo.getUTCFullYear() - years}-${day}T${time}`);
  const daysAgo = (days: number) => new Date(halfADayAgo.getTime() - days * dayMs);
  const given: [Terms, Date][] = [
    [monthly, yearsAgo(7, "01-31")],
    [metered("MONTH"), yearsAgo(4, "03-30")],
    [fixed("WEEK", "0.000001"), daysAgo(364)],
    [fixed("DAY", "5.000000"), daysAgo(45)],
  ];
  const made = [];
  for (const [terms, anchor] of given) {
    const { subscriptionId: id } = await newSubscriber(at, terms);
    await stage.sql(
      `UPDATE subscriptions SET billing_anchor = $2, current_period_start = $2, current_period_end =
              ($2::timestamptz AT TIME ZONE 'UTC' + $3::interval) AT TIME ZONE 'UTC' WHERE id = $1`,
      id,
      anchor,
      `1 ${terms.billingInterval}`,
    );
    made.push({ id, anchor, terms });
  }
  return made;
}

/** Makes the job due, which processes look for at their start and every 2 s. */
export const makeRenewalsDue = (stage: Stage) =>
  stage.sql("UPDATE jobs SET next_run_at = now() WHERE name = 'renew-subscriptions'");

/** Waits until a number of further periods have begun. */
export async function progress(stage: Stage, more: number): Promise<void> {
  const begun = async () => {
    const [row] = await stage.sql<{ count: number }>(
      "SELECT count(*)::int FROM webhook_events WHERE type = 'subscription.renewed'",
    );
    return row?.count ?? 0;
  };
  const goal = (await begun()) + more;
  await until(async () => (await begun()) >= goal);
}

/** The tables that a renewal writes after it has moved the period, in order. */
export type RenewalTable = "invoices" | "webhook_events";

/** Acts while a transaction that has moved a period waits to write into this table. */
export async function whileRenewalWaits(
  stage: Stage,
  table: RenewalTable,
  act: () => Promise<void>,
): Promise<void> {
  await stage.sql("BEGIN");
  await stage.sql(`LOCK TABLE ${table} IN SHARE MODE`);
  await until(async () => {
    const waiting = await stage.sql(
      `SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      table,
    );
    return waiting.length > 0;
  });
  await act();
  await stage.sql("COMMIT");
}

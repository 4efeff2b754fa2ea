import type { Queryable } from "../../db/client.ts";
import type { TestClock } from "../../db/generated/client.ts";

const dayMs = 86_400_000;

/**
 * Finds the next time at which something of a test clock's services comes due: the end of a period, the expiry of an invoice,
 * a checkout session, a credit or a hold, or a collection.
 *
 * @param clock what is due at its `now` or earlier is not counted
 * @param to nothing later is counted
 * @returns null: nothing until then
 */
export async function findNextDue(
  db: Queryable,
  { id, now }: Pick<TestClock, "id" | "now">,
  to: Date,
): Promise<Date | null> {
  // A balance that stays low because of its daily limit, or that owes less than is collected at once, can be topped up within a day.
  const inADay = new Date(Math.min(now.getTime() + dayMs, to.getTime()));
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    WITH placed AS MATERIALIZED (
      SELECT service_id FROM services_on_test_clocks WHERE test_clock_id = ${id})
    SELECT least(
      (SELECT min(current_period_end) FROM subscriptions JOIN placed USING (service_id)
        WHERE status = 'ACTIVE' AND current_period_end > ${now} AND current_period_end <= ${to}),
      (SELECT min(due_at) FROM invoices JOIN placed USING (service_id)
        WHERE status = 'OPEN' AND due_at > ${now} AND due_at <= ${to}),
      (SELECT min(collect_at) FROM invoices JOIN placed USING (service_id)
        WHERE status = 'OPEN' AND collect_at > ${now} AND collect_at <= ${to}),
      (SELECT min(expires_at) FROM checkout_sessions JOIN placed USING (service_id)
        WHERE status = 'PENDING' AND expires_at > ${now} AND expires_at <= ${to}),
      (SELECT min(next_due_at) FROM balances JOIN placed USING (service_id)
        WHERE next_due_at > ${now} AND next_due_at <= ${to}),
      (SELECT min(CASE WHEN auto.paused_until > ${now} THEN least(auto.paused_until, ${to}) ELSE ${inADay} END)
         FROM auto_top_ups auto
         JOIN balances balance ON balance.id = auto.balance_id JOIN placed USING (service_id)
        WHERE auto.status = 'ACTIVE'
          AND balance.available < greatest(auto.below, CASE WHEN auto.amount IS NULL THEN 0 END))) AS at`;
  return row?.at ?? null;
}

/** Finds settlements of a test clock's services that are on their way to the chain. @returns their ids */
export async function findUnderWay(
  db: Queryable,
  testClockId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM settlements JOIN services_on_test_clocks placed USING (service_id)
     WHERE placed.test_clock_id = ${testClockId} AND status IN ('PENDING', 'SUBMITTED')
     ORDER BY created_at, id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

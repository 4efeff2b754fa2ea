import { rate } from "@usance/rating";
import { Client } from "pg";
import { type Counts, listed } from "../define-soak.ts";
import { chargeOf, pricedUnits, type ToldOfCharges } from "./charges.ts";
import { components } from "./programs.ts";

/** How many rows are read at a time: there may be millions. */
const pageSize = 20_000;

/**
 * Every answer is in the ledger exactly once with its amount, and nothing else is.
 *
 * @param uncharged the subscriptions whose events are not charged
 */
export async function judgeCharges(
  databaseUrl: string,
  told: ToldOfCharges,
  uncharged: readonly string[],
): Promise<Counts> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const charged = await judgeEvents(database, told, uncharged);
    const priced = await judgePrices(database, told);
    const states = await judgeHolds(database, told);
    await judgeBalances(database, told);
    const reversed = await judgeCredits(database, told);
    return [
      ["events charged", charged],
      ["units charged by rate cards", priced],
      ["events refused", told.refused.size],
      ["holds", listed(states)],
      ["top-ups", told.toppedUp.size],
      ["top-ups taken back", reversed],
      ["grants", told.granted.size],
    ];
  } finally {
    await database.end();
  }
}

/** @returns how many events are charged */
async function judgeEvents(
  database: Client,
  { served, refused, problem }: ToldOfCharges,
  uncharged: readonly string[],
): Promise<number> {
  const missing = new Set(served.keys());
  let count = 0;
  await database.query("BEGIN");
  await database.query(
    `DECLARE charges NO SCROLL CURSOR FOR
     SELECT u.event_key AS key, -sum(e.available + e.held) AS charged, count(e.position)::int AS times
       FROM usage_events u LEFT JOIN balance_entries e ON e.usage_event_id = u.id
      WHERE u.subscription_id <> ALL (string_to_array('${uncharged.join()}', ',')) GROUP BY u.id`,
  );
  for (;;) {
    const { rows } = await database.query<{ key: string; charged: string; times: number }>(
      `FETCH ${pageSize} FROM charges`,
    );
    for (const { key, charged, times } of rows) {
      // By one balance or two, each of them once.
      if (times < 1 || times > 2) problem(`${key} is charged ${times} times`);
      if (pricedUnits(key) === null && Number(charged) !== Number(chargeOf(key)))
        problem(`${key} is charged ${charged}`);
      if (!missing.delete(key)) problem(`${key} is charged, and nobody was told`);
      if (refused.has(key)) problem(`${key} was refused, and is charged`);
    }
    count += rows.length;
    if (rows.length < pageSize) break;
  }
  await database.query("COMMIT");
  for (const key of missing) problem(`${key} was served, and is not charged`);
  return count;
}

/**
 * What the units of each period were charged by the rate card is what all of them cost together. A process whose clock is
 * behind records usage from before the first period.
 *
 * @returns all units
 */
async function judgePrices(database: Client, { problem }: ToldOfCharges): Promise<number> {
  const { rows } = await database.query<{ id: string; units: string; charged: string }>(
    `SELECT u.subscription_id AS id, sum(u.quantity)::text AS units, sum(e.charged)::text AS charged
       FROM (SELECT usage_event_id, sum(-available - held) AS charged FROM balance_entries
              WHERE rate_card_id IS NOT NULL GROUP BY 1) e
       JOIN usage_events u ON u.id = e.usage_event_id
       JOIN subscriptions s ON s.id = u.subscription_id
      GROUP BY 1, u.occurred_at < s.billing_anchor`,
  );
  for (const { id, units, charged } of rows) {
    const cost = rate(components, [{ prefix: "priced", quantity: units }]).amount;
    if (charged !== cost)
      problem(`${units} units of ${id} cost ${cost}, and were charged ${charged}`);
  }
  return rows.reduce((sum, { units }) => sum + Number(units), 0);
}

/** @returns how many holds are in each state */
async function judgeHolds(
  database: Client,
  { ended, problem }: ToldOfCharges,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.query<{ id: string; status: string; charged: string | null }>(
    "SELECT id, status, charged::text FROM balance_holds",
  );
  const known = new Map(rows.map((hold) => [hold.id, hold]));
  for (const [id, charged] of ended) {
    const hold = known.get(id);
    const isSo =
      charged === null
        ? hold?.status === "RELEASED" || hold?.status === "EXPIRED"
        : hold?.status === "COMMITTED" && Number(hold.charged) === Number(charged);
    if (!isSo) problem(`Hold ${id} ended with ${charged}, and is ${JSON.stringify(hold)}`);
  }
  const states = new Map<string, number>();
  for (const { status } of rows) states.set(status, (states.get(status) ?? 0) + 1);
  return states;
}

/** No charge and no hold brought a balance below zero, and its webhook events tell each crossing once. */
async function judgeBalances(
  database: Client,
  { depleted, problem }: ToldOfCharges,
): Promise<void> {
  const { rows: low } = await database.query<{ id: string; type: string }>(
    `SELECT balance_id AS id, type FROM balance_entries
      WHERE held_after < 0 OR (available_after < 0 AND type IN ('CHARGE', 'HOLD', 'GRANT_EXPIRED'))`,
  );
  for (const { id, type } of low) problem(`Balance ${id} was below zero after ${type}`);
  const { rows: told } = await database.query<{ id: string; depleted: number; off: number }>(
    `SELECT balance.id, count(*) FILTER (WHERE event.type = 'balance.depleted')::int AS depleted,
            (count(*) FILTER (WHERE event.type = 'balance.frozen')
             - count(*) FILTER (WHERE event.type = 'balance.recovered')
             - count(DISTINCT balance.id) FILTER (WHERE balance.status = 'FROZEN'))::int AS off
       FROM balances balance
       LEFT JOIN webhook_events event ON event.data->'balance'->>'id' = balance.id
      GROUP BY balance.id`,
  );
  const events = new Map(told.map((one) => [one.id, one]));
  for (const { id, off } of told) {
    if (off !== 0) problem(`Balance ${id} was not reported frozen as often as recovered`);
  }
  for (const id of depleted) {
    const times = events.get(id)?.depleted;
    if (times !== 1) problem(`Balance ${id} was spent once, and reported depleted ${times} times`);
  }
}

/** @returns how many top-ups were taken back */
async function judgeCredits(
  database: Client,
  { granted, toppedUp, problem }: ToldOfCharges,
): Promise<number> {
  const { rows } = await database.query<{ id: string; type: string; times: number }>(
    `SELECT coalesce(invoice_id, credit_id) AS id, type, count(*)::int AS times FROM balance_entries
      WHERE type IN ('GRANT', 'TOP_UP', 'TOP_UP_REVERSED') GROUP BY 1, 2`,
  );
  const timesOf = (type: string) =>
    new Map(rows.flatMap((row) => (row.type === type ? [[row.id, row.times] as const] : [])));
  const [grants, topUps, reversals] = ["GRANT", "TOP_UP", "TOP_UP_REVERSED"].map(timesOf);
  for (const id of granted) {
    if (grants?.get(id) !== 1) problem(`Grant ${id} was credited ${grants?.get(id)} times`);
  }
  for (const id of toppedUp) {
    const left = (topUps?.get(id) ?? 0) - (reversals?.get(id) ?? 0);
    if (left !== 1) problem(`The top-up of invoice ${id} is credited ${left} times`);
  }
  return [...(reversals?.values() ?? [])].reduce((sum, times) => sum + times, 0);
}

import { Client } from "pg";
import { type Counts, listed } from "../report.ts";
import type { ToldOfCharges } from "./callers.ts";

/** Every acknowledged charge is in the ledger once, with its amount, and there is no other charge. */
export async function judgeCharges(
  databaseUrl: string,
  { served, refused, ended, answers, problem }: ToldOfCharges,
): Promise<Counts> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows: charges } = await database.query<{ key: string; charged: string; times: number }>(
    `SELECT u.event_key AS key, -sum(e.available + e.held) AS charged, count(e.position)::int AS times
       FROM usage_events u LEFT JOIN balance_entries e ON e.usage_event_id = u.id GROUP BY u.id`,
  );
  const { rows: holds } = await database.query<{
    id: string;
    status: string;
    charged: string | null;
  }>("SELECT id, status, charged::text FROM balance_holds");
  const { rows: low } = await database.query<{ id: string }>(
    "SELECT balance_id AS id FROM balance_entries WHERE available_after < 0 OR held_after < 0",
  );
  await database.end();
  const keys = new Set<string>();
  for (const { key, charged, times } of charges) {
    keys.add(key);
    if (times !== 1) problem(`${key} is charged ${times} times`);
    if (Number(charged) !== Number(key.split(":", 1)[0])) problem(`${key} is charged ${charged}`);
    if (!served.has(key)) problem(`${key} is charged, and nobody was told`);
  }
  for (const key of served) if (!keys.has(key)) problem(`${key} was served, and is not charged`);
  for (const key of refused) if (keys.has(key)) problem(`${key} was refused, and is charged`);
  const known = new Map(holds.map((hold) => [hold.id, hold]));
  for (const [id, charged] of ended) {
    const hold = known.get(id);
    const isSo =
      charged === null
        ? hold?.status === "RELEASED" || hold?.status === "EXPIRED"
        : hold?.status === "COMMITTED" && Number(hold.charged) === Number(charged);
    if (!isSo) problem(`Hold ${id} ended with ${charged}, and is ${JSON.stringify(hold)}`);
  }
  for (const { id } of low) problem(`Balance ${id} was below zero`);
  const states = new Map<string, number>();
  for (const { status } of holds) states.set(status, (states.get(status) ?? 0) + 1);
  return [
    ["events charged", String(charges.length)],
    ["events refused with 402", String(refused.size)],
    ["holds", listed(states)],
    ["answers", listed(answers)],
  ];
}

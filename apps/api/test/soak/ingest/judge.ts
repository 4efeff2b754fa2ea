import { Client } from "pg";
import { type Counts, listed } from "../report.ts";
import type { ToldOfUsage } from "./callers.ts";

/** Every acknowledged event exists once, as it was acknowledged, and there are no other events. */
export async function judgeUsage(
  databaseUrl: string,
  { recorded, answers, problem }: ToldOfUsage,
): Promise<Counts> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ id: string; key: string }>(
    "SELECT id, event_key AS key FROM usage_events",
  );
  await database.end();
  const ids = Map.groupBy(rows, ({ key }) => key);
  for (const [key, id] of recorded) {
    const there = ids.get(key) ?? [];
    if (there.length !== 1) problem(`${key} was acknowledged, and is there ${there.length} times`);
    else if (id !== null && there[0]?.id !== id) problem(`${key} has another id than was said`);
  }
  for (const key of ids.keys()) {
    if (!recorded.has(key)) problem(`${key} is there, and nobody was told`);
  }
  return [
    ["events acknowledged", String(recorded.size)],
    ["events in the table", String(rows.length)],
    ["answers", listed(answers)],
  ];
}

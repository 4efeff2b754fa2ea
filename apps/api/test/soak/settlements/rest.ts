import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";

/** How long the state may stay the same while there is work left, in milliseconds. */
const patienceMs = 180_000;

/**
 * Waits until the service has no work left. Work that is due later, or leased by a killed process, is made due now,
 * because waiting for it would test nothing.
 */
export async function comeToRest(database: Client, problem: (what: string) => void): Promise<void> {
  await database.query(
    "UPDATE settlements SET next_check_at = now() WHERE next_check_at IS NOT NULL",
  );
  let last = "";
  let changedAt = performance.now();
  for (;;) {
    const { rows } = await database.query<{ status: string; open: string; signed: string }>(
      `SELECT status, count(next_check_at) AS open, count(*) AS settlements,
              (SELECT count(*) FROM settlement_transactions) AS signed
         FROM settlements GROUP BY status ORDER BY status`,
    );
    if (rows.every(({ open }) => open === "0")) return;
    const now = JSON.stringify(rows);
    if (now !== last) changedAt = performance.now();
    if (performance.now() - changedAt > patienceMs) return problem(`no rest is reached: ${now}`);
    last = now;
    await sleep(250);
  }
}

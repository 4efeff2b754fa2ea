import { setTimeout as sleep } from "node:timers/promises";
import type { Stage } from "./stage.ts";

/** How long the state may stay the same while there is work left, in milliseconds. */
const patienceMs = 180_000;

/**
 * Waits until a query has no row with work left.
 *
 * @param sql the state: each row has `open`, the number of records with work left
 * @param before runs before each look
 */
export async function comeToEnd(
  { rows, problem }: Pick<Stage, "rows" | "problem">,
  sql: string,
  before: () => Promise<unknown> = async () => {},
): Promise<void> {
  let last = "";
  let changedAt = performance.now();
  for (;;) {
    await before();
    const state = await rows<{ open: string }>(sql);
    if (state.every(({ open }) => open === "0")) return;
    const now = JSON.stringify(state);
    if (now !== last) changedAt = performance.now();
    if (performance.now() - changedAt > patienceMs) return problem(`no rest is reached: ${now}`);
    last = now;
    await sleep(250);
  }
}

/**
 * Waits until no settlement has work left. Work that is due later, or leased by a killed process, is made due now,
 * because waiting for it would test nothing.
 */
export async function comeToRest(stage: Pick<Stage, "rows" | "problem">): Promise<void> {
  await stage.rows("UPDATE settlements SET next_check_at = now() WHERE next_check_at IS NOT NULL");
  await comeToEnd(
    stage,
    `SELECT status, count(next_check_at) AS open, count(*) AS settlements,
            (SELECT count(*) FROM settlement_transactions) AS signed
       FROM settlements GROUP BY status ORDER BY status`,
  );
}

/**
 * Every settlement that was reported as settled is settled, every settlement is final, every signed one is confirmed,
 * and each has its events once.
 *
 * @param settled references that were answered with success, with the id of the settlement in the response
 */
export async function judgeSettlements(
  { rows, problem }: Pick<Stage, "rows" | "problem">,
  settled: ReadonlyMap<string, string>,
): Promise<void> {
  const confirmed = await rows<{ id: string; reference: string; confirmed: string }>(
    `SELECT id, reference_key AS reference,
            (SELECT coalesce(sum(CASE type WHEN 'settlement.confirmed' THEN 1
                                           WHEN 'settlement.reorged' THEN -1 ELSE 0 END), 0)
               FROM webhook_events WHERE data->'settlement'->>'id' = settlements.id) AS confirmed
       FROM settlements WHERE status = 'CONFIRMED'`,
  );
  const known = new Map(confirmed.map(({ id, reference }) => [reference, id]));
  for (const [reference, id] of settled) {
    if (known.get(reference) !== id)
      problem(`${reference} was answered as settled by ${id}, which it is not`);
  }
  for (const { id, confirmed: times } of confirmed) {
    if (times !== "1") problem(`the events of settlement ${id} confirm it ${times} times`);
  }
  const open = await rows<{ id: string; status: string; failure: string }>(
    `SELECT id, status, failure FROM settlements
      WHERE status NOT IN ('CONFIRMED', 'FAILED') OR status = 'FAILED' AND nonce IS NOT NULL`,
  );
  for (const { id, status, failure } of open) {
    problem(`settlement ${id} is left ${status}: ${failure}`);
  }
  const halted = await rows<{ address: string }>(
    "SELECT address FROM signers WHERE halted_at IS NOT NULL",
  );
  for (const { address } of halted) problem(`signer ${address} has halted`);
}

import type { Client } from "pg";
import { type Counts, listed } from "../report.ts";
import type { Told } from "./callers.ts";
import type { SettlementsOptions } from "./options.ts";
import type { Stage } from "./stage.ts";

export async function settlementCounts(
  { proxies }: Stage,
  database: Client,
  { answers }: Told,
  options: SettlementsOptions,
  seconds: number,
): Promise<Counts> {
  const count = async (sql: string) => String((await database.query(sql)).rows[0].count);
  const events = (type: string) =>
    count(`SELECT count(*) FROM webhook_events WHERE type = '${type}'`);
  const requests = sum(proxies.map((proxy) => proxy.requests));
  const faults = addedUp(proxies.map((proxy) => proxy.faults));
  const sends = sum(proxies.map((proxy) => proxy.sends));
  const sent = new Set(proxies.flatMap((proxy) => [...proxy.sent])).size;
  return [
    ["seed", String(options.seed)],
    ["invoices to settle", String(options.settlements)],
    ["confirmed", await count("SELECT count(*) FROM settlements WHERE status = 'CONFIRMED'")],
    [
      "failed, nothing signed",
      await count("SELECT count(*) FROM settlements WHERE status = 'FAILED'"),
    ],
    ["answers", listed(answers)],
    ["kills", String(options.kills)],
    ["reorganizations", String(options.reorgs)],
    ["confirmed ones taken back", await events("settlement.reorged")],
    ["RPC requests", String(requests)],
    ["RPC faults", `${sum([...faults.values()])}: ${listed(faults)}`],
    [
      "fees raised",
      await count(
        "SELECT count(*) - count(DISTINCT settlement_id) AS count FROM settlement_transactions",
      ),
    ],
    [
      "confirmed by a replacement",
      await count(
        `SELECT count(*) FROM settlements AS s JOIN settlement_transactions AS t
             ON t.hash = s.transaction_hash
          WHERE status = 'CONFIRMED' AND EXISTS (SELECT FROM settlement_transactions AS earlier
            WHERE earlier.settlement_id = s.id AND earlier.signed_at < t.signed_at)`,
      ),
    ],
    ["transactions sent", String(sent)],
    ["sent again", String(sends - sent)],
    ["wall time", `${seconds.toFixed(0)} s`],
  ];
}

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

function addedUp(all: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const total = new Map<string, number>();
  for (const counts of all) {
    for (const [what, count] of counts) total.set(what, (total.get(what) ?? 0) + count);
  }
  return total;
}

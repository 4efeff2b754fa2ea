import type { DatabaseSync } from "node:sqlite";
import type { UsageEventCreateParams } from "@usance/sdk";

export type UnsentUsage = ReturnType<typeof unsentUsageIn>;

/** Usage of which it is not known yet that Usance has recorded it. */
export function unsentUsageIn(database: DatabaseSync) {
  const insert = database.prepare(
    "INSERT OR IGNORE INTO unsent_usage (subscription_id, event_key, event) VALUES (?, ?, ?)",
  );
  const remove = database.prepare(
    "DELETE FROM unsent_usage WHERE subscription_id = ? AND event_key = ?",
  );
  const select = database.prepare("SELECT event FROM unsent_usage ORDER BY rowid");
  return {
    keep(event: UsageEventCreateParams) {
      insert.run(event.subscriptionId, event.eventKey, JSON.stringify(event));
    },
    forget({ subscriptionId, eventKey }: UsageEventCreateParams) {
      remove.run(subscriptionId, eventKey);
    },
    all: () => select.all().map(({ event }) => JSON.parse(String(event)) as UsageEventCreateParams),
  };
}

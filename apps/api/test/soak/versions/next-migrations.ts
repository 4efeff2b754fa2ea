import type { Random } from "../random.ts";

/** A change of one table, and the statements that must run before it. */
type Change = readonly string[];

/** Changes like those of releases, on the most used tables. */
const changes: readonly Change[] = [
  [
    "ALTER TABLE usage_events ADD COLUMN source TEXT;",
    "ALTER TABLE usage_events ADD COLUMN weight BIGINT NOT NULL DEFAULT 1;",
    "ALTER TABLE usage_events ADD CONSTRAINT usage_events_weight CHECK (weight > 0) NOT VALID;",
    "ALTER TABLE usage_events VALIDATE CONSTRAINT usage_events_weight;",
  ],
  [
    "ALTER TABLE invoices ADD COLUMN reminders BIGINT NOT NULL DEFAULT 0;",
    "UPDATE invoices SET reminders = 1 WHERE status = 'DRAFT';",
  ],
  ["CREATE INDEX IF NOT EXISTS invoices_amount ON invoices (amount);"],
  [
    "CREATE TABLE invoice_notes (id TEXT PRIMARY KEY, invoice_id TEXT NOT NULL REFERENCES invoices);",
    "CREATE INDEX invoice_notes_invoice_id ON invoice_notes (invoice_id);",
  ],
  ["ALTER TABLE settlements ADD COLUMN note TEXT;"],
  ["ALTER TABLE checkout_sessions ADD COLUMN locale TEXT;"],
  ["ALTER TABLE subscriptions ADD COLUMN trial_end TIMESTAMPTZ(3);"],
  ["ALTER TABLE webhook_events ADD COLUMN note TEXT;"],
  ["ALTER TABLE users ADD COLUMN locale TEXT NOT NULL DEFAULT 'en';"],
];

/** Runs before a release, as its notes say; it does not block writes. */
export const beforeRelease =
  "CREATE INDEX CONCURRENTLY IF NOT EXISTS invoices_amount ON invoices (amount)";

/** The next release's migrations, one per table, in random order. */
export const nextMigrations = (random: Random): Readonly<Record<string, string>> =>
  Object.fromEntries(
    random
      .shuffled(changes)
      .map((change, index) => [`209901010000${10 + index}_next`, `${change.join("\n")}\n`]),
  );

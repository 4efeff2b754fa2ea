import { DatabaseSync } from "node:sqlite";

/**
 * What this API has to remember by itself, in one SQLite file. Subscriptions, usage and invoices are
 * Usance's; here is who a key belongs to, and what must outlive this process on its way to Usance.
 */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS sale (
      service_id TEXT NOT NULL,
      payment_plan_id TEXT NOT NULL,
      webhook_secret TEXT NOT NULL
    );
    CREATE TABLE IF NOT EXISTS callers (
      key_hash TEXT PRIMARY KEY,
      checkout_session_id TEXT UNIQUE,
      checkout_url TEXT,
      subscription_id TEXT UNIQUE,
      user_id TEXT
    );
    CREATE TABLE IF NOT EXISTS unsent_usage (
      event_key TEXT NOT NULL,
      subscription_id TEXT NOT NULL,
      event TEXT NOT NULL,
      PRIMARY KEY (subscription_id, event_key)
    );
  `);
  return database;
}

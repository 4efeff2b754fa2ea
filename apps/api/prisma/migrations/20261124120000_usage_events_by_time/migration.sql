-- The index of sums gets the time at which an event was recorded, which says whether it was late.
-- Indexes over a table that is large are made beforehand, CONCURRENTLY.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "usage_events_by_time" ON "usage_events"("subscription_id", "occurred_at", "event_key", "quantity", "created_at");
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX IF EXISTS "usage_events_summary";

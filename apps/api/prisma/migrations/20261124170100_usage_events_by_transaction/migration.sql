-- On a large table it is made beforehand, CONCURRENTLY, under the same name.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "usage_events_transaction_id_idx" ON "usage_events"("transaction_id") WHERE (transaction_id IS NOT NULL);

-- Due subscriptions are read a page at a time, each page after the last record of the one before.
-- An index over a table that is large is made beforehand, CONCURRENTLY.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "subscriptions_by_period_end" ON "subscriptions"("current_period_end", "id") WHERE (status = 'ACTIVE'::subscription_status);
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX IF EXISTS "subscriptions_due";

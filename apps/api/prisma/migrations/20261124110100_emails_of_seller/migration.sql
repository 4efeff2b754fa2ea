-- The e-mails of a seller within a day are counted by it. On a large table it is made beforehand, CONCURRENTLY.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "emails_of_seller" ON "emails"("owner_id", "attempted_at") WHERE (attempted_at IS NOT NULL);

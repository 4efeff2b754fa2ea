-- Due sessions are read a page at a time, each page after the last record of the one before.
-- An index over a table that is large is made beforehand, CONCURRENTLY.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "checkout_sessions_by_expiry" ON "checkout_sessions"("expires_at", "id") WHERE (status = 'PENDING'::checkout_session_status);
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX IF EXISTS "checkout_sessions_due";

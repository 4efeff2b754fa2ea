-- An index over a table that is large is made beforehand, CONCURRENTLY.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "invoices_open_of_user" ON "invoices"("user_id", "owner_id", "due_at") WHERE (status = 'OPEN'::invoice_status);

-- Due invoices are read a page at a time, each page after the last record of the one before.
-- Indexes over a table that is large are made beforehand, CONCURRENTLY.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "invoices_by_due_time" ON "invoices"("due_at", "id") WHERE (status = 'OPEN'::invoice_status);
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "invoices_by_collection_time" ON "invoices"("collect_at", "id") WHERE (collect_at IS NOT NULL AND status = 'OPEN'::invoice_status);
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX IF EXISTS "invoices_due";
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX IF EXISTS "invoices_to_collect";

-- On a large table it is made beforehand, CONCURRENTLY, under the same name.
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX IF NOT EXISTS "invoices_link_token_key" ON "invoices"("link_token");

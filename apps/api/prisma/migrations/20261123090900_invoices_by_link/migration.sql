-- On a large table, create it before the upgrade with CREATE UNIQUE INDEX CONCURRENTLY, under the same name.
CREATE UNIQUE INDEX IF NOT EXISTS "invoices_link_token_key" ON "invoices"("link_token");

-- The validated check spares both a scan of the table.
-- squawk-ignore adding-not-nullable-field
ALTER TABLE "invoices" ALTER COLUMN "link_token" SET NOT NULL;
-- squawk-ignore adding-not-nullable-field
ALTER TABLE "invoices" ALTER COLUMN "reference_hash" SET NOT NULL;
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_have_links";

ALTER TABLE "invoices" ALTER COLUMN "link_token" SET NOT NULL, ALTER COLUMN "reference_hash" SET NOT NULL;
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_have_links";

ALTER TABLE "invoices" VALIDATE CONSTRAINT "invoices_have_links";

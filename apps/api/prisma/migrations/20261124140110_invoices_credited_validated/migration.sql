-- Reads and writes go on meanwhile.
ALTER TABLE "invoices" VALIDATE CONSTRAINT "invoices_credited";

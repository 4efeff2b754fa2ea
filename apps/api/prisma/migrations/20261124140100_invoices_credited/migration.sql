-- AlterTable
ALTER TABLE "invoices" ADD COLUMN "credited" DECIMAL(24,6) NOT NULL DEFAULT 0,
ADD COLUMN "credited_before_payment" DECIMAL(24,6) NOT NULL DEFAULT 0;

-- A second guard besides the lock on the row: more than was billed is never credited.
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_credited"
  CHECK ("credited_before_payment" >= 0 AND "credited_before_payment" <= "credited" AND "credited" <= "amount") NOT VALID;

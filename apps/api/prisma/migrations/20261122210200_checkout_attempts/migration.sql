-- AlterTable: what reads it joins the payer, so an old process passes over an attempt that names none.
ALTER TABLE "settlements" ADD COLUMN     "gas_at_risk" BIGINT,
ADD COLUMN     "gas_used" BIGINT,
ADD COLUMN     "payer_email" TEXT,
ADD COLUMN     "payer_key" TEXT,
ADD COLUMN     "payer_name" TEXT,
ADD COLUMN     "reverted_at" TIMESTAMPTZ(3),
-- squawk-ignore ban-drop-not-null
ALTER COLUMN "payer_id" DROP NOT NULL;

-- Payments at checkout that are not decided count against their payers' balance.
UPDATE "settlements" SET "payer_key" = lower("payer_address")
 WHERE "collect" = 'authorization' AND "status" NOT IN ('CONFIRMED', 'FAILED') AND "next_look_at" IS NOT NULL;

-- Indexes over a table that is large are made beforehand, CONCURRENTLY.
-- CreateIndex
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "settlements_of_payer" ON "settlements"("payer_key", "created_at") WHERE (payer_key IS NOT NULL);

-- CreateIndex
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "settlements_undecided_at_checkout" ON "settlements"("service_id") WHERE (payer_key IS NOT NULL AND status = ANY (ARRAY['PENDING'::settlement_status, 'SUBMITTED'::settlement_status, 'TIMED_OUT'::settlement_status]));

-- CreateIndex
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "settlements_reverted_at_checkout" ON "settlements"("service_id", "reverted_at") WHERE (payer_key IS NOT NULL AND reverted_at IS NOT NULL);

-- CreateIndex
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX IF NOT EXISTS "settlements_one_live_of_invoice" ON "settlements"("invoice_id") WHERE (status <> 'FAILED'::settlement_status AND (status <> 'REVERTED'::settlement_status OR payer_key IS NULL));

-- CreateIndex
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX IF NOT EXISTS "settlements_one_live_of_reference" ON "settlements"("merchant_id", "reference_key") WHERE (status <> 'FAILED'::settlement_status AND (status <> 'REVERTED'::settlement_status OR payer_key IS NULL));

-- DropIndex
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX IF EXISTS "settlements_one_live_per_invoice";

-- DropIndex
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX IF EXISTS "settlements_one_live_per_reference";

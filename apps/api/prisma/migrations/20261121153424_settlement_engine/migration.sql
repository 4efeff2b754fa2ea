-- CreateEnum
CREATE TYPE "settlement_executor" AS ENUM ('direct', 'provider');

-- AlterEnum
ALTER TYPE "settlement_status" ADD VALUE 'REVERTED';

-- DropIndex
DROP INDEX "settlements_undecided";

-- AlterTable
ALTER TABLE "settlements" ADD COLUMN     "executor" "settlement_executor",
ADD COLUMN     "next_look_at" TIMESTAMPTZ(3),
ADD COLUMN     "provider_key" TEXT,
ADD COLUMN     "provider_transaction_id" TEXT,
ADD COLUMN     "provider_transaction_state" TEXT,
ADD COLUMN     "submitted_block" BIGINT;

-- AlterTable
ALTER TABLE "signers" ADD COLUMN     "halted_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "settlement_transactions" (
    "hash" TEXT NOT NULL,
    "settlement_id" TEXT NOT NULL,
    "raw" TEXT NOT NULL,
    "signed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "settlement_transactions_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "settlement_transactions_settlement_id_signed_at_idx" ON "settlement_transactions"("settlement_id", "signed_at");

-- CreateIndex
CREATE UNIQUE INDEX "settlements_provider_key_key" ON "settlements"("provider_key");

-- CreateIndex
CREATE INDEX "settlements_to_look_at" ON "settlements"("next_look_at") WHERE (next_look_at IS NOT NULL);

-- What was sent before this migration was sent by our own key, and had one transaction.
UPDATE "settlements" SET "executor" = 'direct' WHERE "transaction_hash" IS NOT NULL;

INSERT INTO "settlement_transactions" ("hash", "settlement_id", "raw", "signed_at")
SELECT "transaction_hash", "id", "raw_transaction", "submitted_at" FROM "settlements"
 WHERE "raw_transaction" IS NOT NULL AND "submitted_at" IS NOT NULL;

UPDATE "settlements" SET "next_look_at" = "updated_at"
 WHERE "status" IN ('PENDING', 'SUBMITTED', 'TIMED_OUT');

-- AlterTable
ALTER TABLE "settlements" DROP COLUMN "raw_transaction";

-- AddForeignKey
ALTER TABLE "settlement_transactions" ADD CONSTRAINT "settlement_transactions_settlement_id_fkey" FOREIGN KEY ("settlement_id") REFERENCES "settlements"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

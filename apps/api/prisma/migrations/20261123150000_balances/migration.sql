-- CreateEnum
CREATE TYPE "balance_status" AS ENUM ('ACTIVE', 'FROZEN');

-- CreateTable
CREATE TABLE "balances" (
    "id" TEXT NOT NULL,
    "service_id" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "status" "balance_status" NOT NULL,
    "available" DECIMAL(30,6) NOT NULL,
    "held" DECIMAL(30,6) NOT NULL,
    "unsettled" DECIMAL(30,6) NOT NULL,
    "overdraft" DECIMAL(24,6) NOT NULL,
    "low_at" DECIMAL(24,6),
    "position" BIGINT NOT NULL,
    "next_due_at" TIMESTAMPTZ(3),
    "keeps_expired" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "balances_pkey" PRIMARY KEY ("id"),
    -- Only a payment that a reorganisation takes back can bring a balance below its overdraft, and freezes it.
    CONSTRAINT "balances_frozen_below_overdraft" CHECK (("status" = 'FROZEN') = ("available" < -"overdraft")),
    CONSTRAINT "balances_amounts" CHECK ("held" >= 0 AND "unsettled" >= 0 AND "overdraft" >= 0 AND "low_at" >= 0)
);

-- CreateIndex
CREATE UNIQUE INDEX "balances_service_id_user_id_key" ON "balances"("service_id", "user_id");

-- CreateIndex
CREATE INDEX "balances_by_due_time" ON "balances"("next_due_at", "id") WHERE (next_due_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "balances_created_at_id_idx" ON "balances"("created_at", "id");

-- CreateIndex
CREATE INDEX "balances_service_id_created_at_id_idx" ON "balances"("service_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "balances_user_id_created_at_id_idx" ON "balances"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "balances_status_created_at_id_idx" ON "balances"("status", "created_at", "id");

-- CreateIndex
CREATE INDEX "balances_owner_id_created_at_id_idx" ON "balances"("owner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "balances_owner_id_user_id_created_at_id_idx" ON "balances"("owner_id", "user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "balances_owner_id_status_created_at_id_idx" ON "balances"("owner_id", "status", "created_at", "id");

-- AddForeignKey
ALTER TABLE "balances" ADD CONSTRAINT "balances_service_id_owner_id_fkey" FOREIGN KEY ("service_id", "owner_id") REFERENCES "services"("id", "owner_id") ON DELETE RESTRICT ON UPDATE CASCADE;

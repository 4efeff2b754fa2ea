-- CreateEnum
CREATE TYPE "auto_top_up_status" AS ENUM ('ACTIVE', 'STOPPED');

-- CreateTable
CREATE TABLE "auto_top_ups" (
    "id" TEXT NOT NULL,
    "balance_id" TEXT NOT NULL,
    "status" "auto_top_up_status" NOT NULL,
    "below" DECIMAL(24,6) NOT NULL,
    "amount" DECIMAL(24,6) NOT NULL,
    "per_day_at_most" DECIMAL(24,6) NOT NULL,
    "stopped_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "auto_top_ups_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "auto_top_ups_amounts" CHECK ("amount" > 0 AND "per_day_at_most" >= "amount" AND "below" >= 0),
    CONSTRAINT "auto_top_ups_stopped" CHECK (("status" = 'STOPPED') = ("stopped_reason" IS NOT NULL))
);

-- CreateIndex
CREATE UNIQUE INDEX "auto_top_ups_balance_id_key" ON "auto_top_ups"("balance_id");

-- CreateIndex
CREATE INDEX "auto_top_ups_in_use" ON "auto_top_ups"("created_at", "id") WHERE (status = 'ACTIVE'::auto_top_up_status);

-- AddForeignKey
ALTER TABLE "auto_top_ups" ADD CONSTRAINT "auto_top_ups_balance_id_fkey" FOREIGN KEY ("balance_id") REFERENCES "balances"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateEnum
CREATE TYPE "balance_entry_type" AS ENUM ('TOP_UP', 'TOP_UP_REVERSED', 'GRANT', 'GRANT_EXPIRED', 'CHARGE', 'HOLD', 'HOLD_COMMITTED', 'HOLD_RELEASED', 'HOLD_EXPIRED');

-- CreateTable
CREATE TABLE "balance_entries" (
    "balance_id" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "type" "balance_entry_type" NOT NULL,
    "available" DECIMAL(30,6) NOT NULL,
    "held" DECIMAL(30,6) NOT NULL,
    "available_after" DECIMAL(30,6) NOT NULL,
    "held_after" DECIMAL(30,6) NOT NULL,
    "usage_event_id" TEXT,
    "credit_id" TEXT,
    "invoice_id" TEXT,
    "hold_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "balance_entries_pkey" PRIMARY KEY ("balance_id","position"),
    CONSTRAINT "balance_entries_amounts" CHECK ("position" > 0 AND "held_after" >= 0 AND CASE "type"
      WHEN 'TOP_UP' THEN "available" > 0 AND "held" = 0
      WHEN 'GRANT' THEN "available" > 0 AND "held" = 0
      WHEN 'TOP_UP_REVERSED' THEN "available" < 0 AND "held" = 0
      WHEN 'GRANT_EXPIRED' THEN "available" < 0 AND "held" = 0
      WHEN 'CHARGE' THEN "available" <= 0 AND "held" = 0
      WHEN 'HOLD' THEN "available" = -"held" AND "held" > 0
      WHEN 'HOLD_COMMITTED' THEN "held" < 0 AND "available" <= -"held"
      WHEN 'HOLD_RELEASED' THEN "available" = -"held" AND "held" < 0
      WHEN 'HOLD_EXPIRED' THEN "available" = -"held" AND "held" < 0
    END)
);

-- CreateIndex
CREATE UNIQUE INDEX "balance_entries_one_of_usage_event" ON "balance_entries"("usage_event_id") WHERE (usage_event_id IS NOT NULL);

-- AddForeignKey
ALTER TABLE "balance_entries" ADD CONSTRAINT "balance_entries_balance_id_fkey" FOREIGN KEY ("balance_id") REFERENCES "balances"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

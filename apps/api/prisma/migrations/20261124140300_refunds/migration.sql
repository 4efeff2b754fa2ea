-- CreateEnum
CREATE TYPE "refund_destination" AS ENUM ('BALANCE', 'WALLET');

-- CreateEnum
CREATE TYPE "refund_status" AS ENUM ('PENDING', 'CONFIRMED', 'FAILED');

-- CreateTable
CREATE TABLE "refunds" (
    "id" TEXT NOT NULL,
    "credit_note_id" TEXT NOT NULL,
    "destination" "refund_destination" NOT NULL,
    "status" "refund_status" NOT NULL,
    "amount" DECIMAL(24,6) NOT NULL,
    "balance_id" TEXT,
    "balance_credit_id" TEXT,
    "link_token" TEXT,
    "chain_id" BIGINT,
    "contract_address" TEXT,
    "registry_address" TEXT,
    "token_address" TEXT,
    "settlement_id" TEXT,
    "payer_address" TEXT,
    "valid_until" BIGINT,
    "start_block" BIGINT,
    "failure" TEXT,
    "next_look_at" TIMESTAMPTZ(3),
    "transaction_hash" TEXT,
    "block_number" BIGINT,
    "block_hash" TEXT,
    -- squawk-ignore prefer-bigint-over-int
    "log_index" INTEGER,
    "refunder_address" TEXT,
    "confirmed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "refunds_confirmed" CHECK (("status" = 'CONFIRMED') = ("confirmed_at" IS NOT NULL)),
    CONSTRAINT "refunds_proven" CHECK ("status" <> 'CONFIRMED' OR CASE "destination"
      WHEN 'BALANCE' THEN "balance_credit_id" IS NOT NULL
      WHEN 'WALLET' THEN "transaction_hash" IS NOT NULL AND "block_hash" IS NOT NULL AND "log_index" IS NOT NULL
    END)
);

-- CreateIndex
CREATE UNIQUE INDEX "refunds_link_token_key" ON "refunds"("link_token");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_one_live_of_credit_note" ON "refunds"("credit_note_id") WHERE (status <> 'FAILED'::refund_status);

-- CreateIndex
CREATE INDEX "refunds_credit_note_id_created_at_id_idx" ON "refunds"("credit_note_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "refunds_settlement_id_idx" ON "refunds"("settlement_id") WHERE (settlement_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "refunds_to_look_at" ON "refunds"("next_look_at") WHERE (next_look_at IS NOT NULL);

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_credit_note_id_fkey" FOREIGN KEY ("credit_note_id") REFERENCES "credit_notes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "balance_credits" (
    "id" TEXT NOT NULL,
    "balance_id" TEXT NOT NULL,
    "invoice_id" TEXT,
    "amount" DECIMAL(24,6) NOT NULL,
    "remaining" DECIMAL(24,6) NOT NULL,
    "reason" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "balance_credits_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "balance_credits_amounts" CHECK ("amount" > 0 AND "remaining" >= 0 AND "remaining" <= "amount")
);

-- CreateIndex
CREATE UNIQUE INDEX "balance_credits_invoice_id_key" ON "balance_credits"("invoice_id");

-- CreateIndex
CREATE INDEX "balance_credits_to_spend" ON "balance_credits"("balance_id") WHERE (remaining > (0)::numeric);

-- AddForeignKey
ALTER TABLE "balance_credits" ADD CONSTRAINT "balance_credits_balance_id_fkey" FOREIGN KEY ("balance_id") REFERENCES "balances"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

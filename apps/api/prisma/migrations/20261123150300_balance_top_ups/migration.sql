-- CreateTable
CREATE TABLE "balance_top_ups" (
    "invoice_id" TEXT NOT NULL,
    "balance_id" TEXT NOT NULL,
    "is_automatic" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "balance_top_ups_pkey" PRIMARY KEY ("invoice_id")
);

-- CreateIndex
CREATE INDEX "balance_top_ups_balance_id_created_at_idx" ON "balance_top_ups"("balance_id", "created_at");

-- AddForeignKey
ALTER TABLE "balance_top_ups" ADD CONSTRAINT "balance_top_ups_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "invoice_lines" (
    "invoice_id" TEXT NOT NULL,
    -- squawk-ignore prefer-bigint-over-smallint
    "position" SMALLINT NOT NULL,
    "description" TEXT NOT NULL,
    "quantity" DECIMAL(24,6) NOT NULL,
    "unit_amount" DECIMAL(24,6) NOT NULL,
    "amount" DECIMAL(24,6) NOT NULL,

    CONSTRAINT "invoice_lines_pkey" PRIMARY KEY ("invoice_id","position")
);

-- AddForeignKey
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

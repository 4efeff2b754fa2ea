-- CreateEnum
CREATE TYPE "credit_note_status" AS ENUM ('APPLIED', 'ISSUED', 'REFUNDING', 'REFUNDED');

-- CreateTable
CREATE TABLE "credit_notes" (
    "id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "service_id" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "status" "credit_note_status" NOT NULL,
    "amount" DECIMAL(24,6) NOT NULL,
    "currency" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "credit_notes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "credit_notes_amount" CHECK ("amount" > 0)
);

-- CreateTable
CREATE TABLE "credit_note_lines" (
    "credit_note_id" TEXT NOT NULL,
    -- squawk-ignore prefer-bigint-over-smallint
    "position" SMALLINT NOT NULL,
    "description" TEXT NOT NULL,
    "quantity" DECIMAL(24,6) NOT NULL,
    "unit_amount" DECIMAL(24,6) NOT NULL,
    "amount" DECIMAL(24,6) NOT NULL,

    CONSTRAINT "credit_note_lines_pkey" PRIMARY KEY ("credit_note_id","position")
);

-- CreateIndex
CREATE INDEX "credit_notes_created_at_id_idx" ON "credit_notes"("created_at", "id");

-- CreateIndex
CREATE INDEX "credit_notes_invoice_id_created_at_id_idx" ON "credit_notes"("invoice_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "credit_notes_service_id_created_at_id_idx" ON "credit_notes"("service_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "credit_notes_user_id_created_at_id_idx" ON "credit_notes"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "credit_notes_owner_id_created_at_id_idx" ON "credit_notes"("owner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "credit_notes_owner_id_user_id_created_at_id_idx" ON "credit_notes"("owner_id", "user_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_note_lines" ADD CONSTRAINT "credit_note_lines_credit_note_id_fkey" FOREIGN KEY ("credit_note_id") REFERENCES "credit_notes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

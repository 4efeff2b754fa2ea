-- CreateEnum
CREATE TYPE "email_status" AS ENUM ('PENDING', 'SENT', 'SKIPPED', 'FAILED', 'UNCERTAIN');

-- CreateTable
CREATE TABLE "emails" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "once_key" TEXT,
    "owner_id" TEXT NOT NULL,
    "service_id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "recipient_key" TEXT NOT NULL,
    "status" "email_status" NOT NULL,
    "attempts" JSONB NOT NULL DEFAULT '[]',
    -- squawk-ignore prefer-bigint-over-int
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "attempted_at" TIMESTAMPTZ(3),
    "handed_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "emails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "emails_once_key_key" ON "emails"("once_key");

-- CreateIndex
CREATE INDEX "emails_due" ON "emails"("owner_id", "next_attempt_at") WHERE (status = 'PENDING'::email_status);

-- CreateIndex
CREATE INDEX "emails_handed_over" ON "emails"("leased_until") WHERE (handed_at IS NOT NULL AND status = 'PENDING'::email_status);

-- CreateIndex
CREATE INDEX "emails_of_recipient" ON "emails"("recipient_key", "attempted_at") WHERE (attempted_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "emails_created_at_id_idx" ON "emails"("created_at", "id");

-- CreateIndex
CREATE INDEX "emails_owner_id_created_at_id_idx" ON "emails"("owner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "emails_invoice_id_created_at_id_idx" ON "emails"("invoice_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "emails_status_created_at_id_idx" ON "emails"("status", "created_at", "id");

-- CreateIndex
CREATE INDEX "emails_owner_id_status_created_at_id_idx" ON "emails"("owner_id", "status", "created_at", "id");

-- AddForeignKey
ALTER TABLE "emails" ADD CONSTRAINT "emails_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "usage_event_voids" (
    "usage_event_id" TEXT NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "event_key" TEXT NOT NULL,
    "invoice_id" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "replacement_id" TEXT,
    "balance_credit_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_event_voids_pkey" PRIMARY KEY ("subscription_id","event_key")
);

-- CreateIndex
CREATE UNIQUE INDEX "usage_event_voids_usage_event_id_key" ON "usage_event_voids"("usage_event_id");

-- CreateIndex
CREATE INDEX "usage_event_voids_invoice_id_usage_event_id_idx" ON "usage_event_voids"("invoice_id", "usage_event_id") WHERE (invoice_id IS NOT NULL);

-- DropForeignKey
ALTER TABLE "usage_events" DROP CONSTRAINT "usage_events_service_id_owner_id_fkey";

-- DropForeignKey
ALTER TABLE "usage_events" DROP CONSTRAINT "usage_events_subscription_id_fkey";

-- DropForeignKey
ALTER TABLE "usage_events" DROP CONSTRAINT "usage_events_user_id_fkey";

-- DropForeignKey
ALTER TABLE "usage_events" DROP CONSTRAINT "usage_events_invoice_id_fkey";

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_id_service_id_user_id_owner_id_key" ON "subscriptions"("id", "service_id", "user_id", "owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_id_service_id_user_id_key" ON "invoices"("id", "service_id", "user_id");

-- AddForeignKey
ALTER TABLE "usage_events" ADD CONSTRAINT "usage_events_subscription_id_service_id_user_id_owner_id_fkey" FOREIGN KEY ("subscription_id", "service_id", "user_id", "owner_id") REFERENCES "subscriptions"("id", "service_id", "user_id", "owner_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_events" ADD CONSTRAINT "usage_events_invoice_id_service_id_user_id_fkey" FOREIGN KEY ("invoice_id", "service_id", "user_id") REFERENCES "invoices"("id", "service_id", "user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

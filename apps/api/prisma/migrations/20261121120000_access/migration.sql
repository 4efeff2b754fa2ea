-- DropForeignKey
ALTER TABLE "payment_plans" DROP CONSTRAINT "payment_plans_service_id_fkey";

-- DropForeignKey
ALTER TABLE "checkout_sessions" DROP CONSTRAINT "checkout_sessions_service_id_fkey";

-- DropForeignKey
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_service_id_fkey";

-- DropForeignKey
ALTER TABLE "usage_events" DROP CONSTRAINT "usage_events_service_id_fkey";

-- DropForeignKey
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_service_id_fkey";

-- DropForeignKey
ALTER TABLE "settlements" DROP CONSTRAINT "settlements_service_id_fkey";

-- DropIndex
DROP INDEX "users_email_key_key";

-- DropIndex
DROP INDEX "services_created_at_id_idx";

-- DropIndex
DROP INDEX "services_owner_id_created_at_id_idx";

-- DropIndex
DROP INDEX "payment_plans_service_id_created_at_id_idx";

-- DropIndex
DROP INDEX "usage_events_invoice_id_idx";

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "seller_id" TEXT;

-- AlterTable
ALTER TABLE "payment_plans" ADD COLUMN     "owner_id" TEXT;

-- AlterTable
ALTER TABLE "checkout_sessions" ADD COLUMN     "owner_id" TEXT;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "owner_id" TEXT;

-- AlterTable
ALTER TABLE "usage_events" ADD COLUMN     "api_key_id" TEXT,
ADD COLUMN     "idempotency_hash" TEXT,
ADD COLUMN     "owner_id" TEXT;

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "owner_id" TEXT;

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "replaces_id" TEXT,
ADD COLUMN     "scopes" TEXT[],
ADD COLUMN     "user_id" TEXT;

-- What is there already belongs to the owner of its service, and every key could do everything
UPDATE "payment_plans" SET "owner_id" = "services"."owner_id" FROM "services" WHERE "services"."id" = "service_id";
UPDATE "checkout_sessions" SET "owner_id" = "services"."owner_id" FROM "services" WHERE "services"."id" = "service_id";
UPDATE "subscriptions" SET "owner_id" = "services"."owner_id" FROM "services" WHERE "services"."id" = "service_id";
UPDATE "usage_events" SET "owner_id" = "services"."owner_id" FROM "services" WHERE "services"."id" = "service_id";
UPDATE "invoices" SET "owner_id" = "services"."owner_id" FROM "services" WHERE "services"."id" = "service_id";
UPDATE "api_keys" SET "scopes" = '{*}';

ALTER TABLE "payment_plans" ALTER COLUMN "owner_id" SET NOT NULL;
ALTER TABLE "checkout_sessions" ALTER COLUMN "owner_id" SET NOT NULL;
ALTER TABLE "subscriptions" ALTER COLUMN "owner_id" SET NOT NULL;
ALTER TABLE "usage_events" ALTER COLUMN "owner_id" SET NOT NULL;
ALTER TABLE "invoices" ALTER COLUMN "owner_id" SET NOT NULL;

-- CreateTable
CREATE TABLE "audit_events" (
    "id" TEXT NOT NULL,
    "owner_id" TEXT,
    "api_key_id" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "record_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "id" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "answer" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE UNLOGGED TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "audit_events_created_at_id_idx" ON "audit_events"("created_at", "id");

-- CreateIndex
CREATE INDEX "audit_events_api_key_id_created_at_id_idx" ON "audit_events"("api_key_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "audit_events_record_id_created_at_id_idx" ON "audit_events"("record_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "audit_events_owner_id_created_at_id_idx" ON "audit_events"("owner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "audit_events_owner_id_api_key_id_created_at_id_idx" ON "audit_events"("owner_id", "api_key_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "users_one_of_the_platform" ON "users"("email_key") WHERE (seller_id IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "users_seller_id_email_key_key" ON "users"("seller_id", "email_key");

-- CreateIndex
CREATE INDEX "services_created_at_id_idx" ON "services"("created_at", "id");

-- CreateIndex
CREATE INDEX "services_owner_id_created_at_id_idx" ON "services"("owner_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "services_id_owner_id_key" ON "services"("id", "owner_id");

-- CreateIndex
CREATE INDEX "payment_plans_service_id_created_at_id_idx" ON "payment_plans"("service_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "checkout_sessions_created_at_id_idx" ON "checkout_sessions"("created_at", "id");

-- CreateIndex
CREATE INDEX "checkout_sessions_service_id_created_at_id_idx" ON "checkout_sessions"("service_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "checkout_sessions_payment_plan_id_created_at_id_idx" ON "checkout_sessions"("payment_plan_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "checkout_sessions_user_id_created_at_id_idx" ON "checkout_sessions"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "checkout_sessions_status_created_at_id_idx" ON "checkout_sessions"("status", "created_at", "id");

-- CreateIndex
CREATE INDEX "checkout_sessions_owner_id_created_at_id_idx" ON "checkout_sessions"("owner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "checkout_sessions_owner_id_user_id_created_at_id_idx" ON "checkout_sessions"("owner_id", "user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "checkout_sessions_owner_id_status_created_at_id_idx" ON "checkout_sessions"("owner_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_created_at_id_idx" ON "subscriptions"("created_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_service_id_created_at_id_idx" ON "subscriptions"("service_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_payment_plan_id_created_at_id_idx" ON "subscriptions"("payment_plan_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_user_id_created_at_id_idx" ON "subscriptions"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_status_created_at_id_idx" ON "subscriptions"("status", "created_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_owner_id_created_at_id_idx" ON "subscriptions"("owner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_owner_id_user_id_created_at_id_idx" ON "subscriptions"("owner_id", "user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_owner_id_status_created_at_id_idx" ON "subscriptions"("owner_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "usage_events_created_at_id_idx" ON "usage_events"("created_at", "id");

-- CreateIndex
CREATE INDEX "usage_events_service_id_created_at_id_idx" ON "usage_events"("service_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "usage_events_subscription_id_created_at_id_idx" ON "usage_events"("subscription_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "usage_events_user_id_created_at_id_idx" ON "usage_events"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "usage_events_owner_id_created_at_id_idx" ON "usage_events"("owner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "usage_events_owner_id_user_id_created_at_id_idx" ON "usage_events"("owner_id", "user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "usage_events_invoice_id_created_at_id_idx" ON "usage_events"("invoice_id", "created_at", "id") WHERE (invoice_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "usage_events_summary" ON "usage_events"("subscription_id", "occurred_at", "event_key", "quantity");

-- CreateIndex
CREATE INDEX "invoices_created_at_id_idx" ON "invoices"("created_at", "id");

-- CreateIndex
CREATE INDEX "invoices_service_id_created_at_id_idx" ON "invoices"("service_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "invoices_payment_plan_id_created_at_id_idx" ON "invoices"("payment_plan_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "invoices_user_id_created_at_id_idx" ON "invoices"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "invoices_subscription_id_created_at_id_idx" ON "invoices"("subscription_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "invoices_status_created_at_id_idx" ON "invoices"("status", "created_at", "id");

-- CreateIndex
CREATE INDEX "invoices_owner_id_created_at_id_idx" ON "invoices"("owner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "invoices_owner_id_user_id_created_at_id_idx" ON "invoices"("owner_id", "user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "invoices_owner_id_status_created_at_id_idx" ON "invoices"("owner_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "settlements_created_at_id_idx" ON "settlements"("created_at", "id");

-- CreateIndex
CREATE INDEX "settlements_invoice_id_created_at_id_idx" ON "settlements"("invoice_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "settlements_service_id_created_at_id_idx" ON "settlements"("service_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "settlements_payer_id_created_at_id_idx" ON "settlements"("payer_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "settlements_status_created_at_id_idx" ON "settlements"("status", "created_at", "id");

-- CreateIndex
CREATE INDEX "settlements_merchant_id_created_at_id_idx" ON "settlements"("merchant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "settlements_merchant_id_payer_id_created_at_id_idx" ON "settlements"("merchant_id", "payer_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "settlements_merchant_id_status_created_at_id_idx" ON "settlements"("merchant_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "api_keys_created_at_id_idx" ON "api_keys"("created_at", "id");

-- CreateIndex
CREATE INDEX "api_keys_user_id_created_at_id_idx" ON "api_keys"("user_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_plans" ADD CONSTRAINT "payment_plans_service_id_owner_id_fkey" FOREIGN KEY ("service_id", "owner_id") REFERENCES "services"("id", "owner_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_service_id_owner_id_fkey" FOREIGN KEY ("service_id", "owner_id") REFERENCES "services"("id", "owner_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_service_id_owner_id_fkey" FOREIGN KEY ("service_id", "owner_id") REFERENCES "services"("id", "owner_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_events" ADD CONSTRAINT "usage_events_service_id_owner_id_fkey" FOREIGN KEY ("service_id", "owner_id") REFERENCES "services"("id", "owner_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_service_id_owner_id_fkey" FOREIGN KEY ("service_id", "owner_id") REFERENCES "services"("id", "owner_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_service_id_merchant_id_fkey" FOREIGN KEY ("service_id", "merchant_id") REFERENCES "services"("id", "owner_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

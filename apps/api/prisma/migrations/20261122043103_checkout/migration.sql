-- CreateEnum
CREATE TYPE "settlement_collection" AS ENUM ('authorization', 'allowance');

-- AlterTable
ALTER TABLE "services" ADD COLUMN     "payout_address" TEXT;

-- AlterTable
ALTER TABLE "checkout_sessions" ADD COLUMN     "cancel_url" TEXT,
ADD COLUMN     "invoice_id" TEXT,
ADD COLUMN     "subscription_id" TEXT,
ADD COLUMN     "success_url" TEXT;

-- Sessions that are there: the subscription's id, or one that is to come
UPDATE "checkout_sessions" session
   SET "invoice_id" = 'c' || substr(md5(gen_random_uuid()::text), 1, 23),
       "subscription_id" = coalesce(
         (SELECT id FROM "subscriptions" WHERE checkout_session_id = session.id),
         'c' || substr(md5(gen_random_uuid()::text), 1, 23));

ALTER TABLE "checkout_sessions" ALTER COLUMN "invoice_id" SET NOT NULL,
ALTER COLUMN "subscription_id" SET NOT NULL;

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "collect_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "settlements" ADD COLUMN     "call_data" TEXT,
ADD COLUMN     "collect" "settlement_collection",
ADD COLUMN     "collector_address" TEXT;

-- CreateTable
CREATE TABLE "spending_caps" (
    "id" TEXT NOT NULL,
    "checkout_session_id" TEXT NOT NULL,
    "payer_address" TEXT NOT NULL,
    "merchant_address" TEXT NOT NULL,
    "token_address" TEXT NOT NULL,
    "chain_id" BIGINT NOT NULL,
    "collector_address" TEXT NOT NULL,
    "amount" DECIMAL(24,6) NOT NULL,
    "valid_until" BIGINT NOT NULL,
    "nonce" TEXT NOT NULL,
    "signature" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spending_caps_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "spending_caps_checkout_session_id_key" ON "spending_caps"("checkout_session_id");

-- CreateIndex
CREATE INDEX "spending_caps_payer_address_chain_id_idx" ON "spending_caps"("payer_address", "chain_id");

-- CreateIndex
CREATE UNIQUE INDEX "checkout_sessions_invoice_id_key" ON "checkout_sessions"("invoice_id");

-- CreateIndex
CREATE UNIQUE INDEX "checkout_sessions_subscription_id_key" ON "checkout_sessions"("subscription_id");

-- CreateIndex
CREATE INDEX "invoices_to_collect" ON "invoices"("collect_at") WHERE (collect_at IS NOT NULL AND status = 'OPEN'::invoice_status);

-- AddForeignKey
ALTER TABLE "spending_caps" ADD CONSTRAINT "spending_caps_checkout_session_id_fkey" FOREIGN KEY ("checkout_session_id") REFERENCES "checkout_sessions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

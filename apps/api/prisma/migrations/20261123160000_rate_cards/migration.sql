-- CreateTable
CREATE TABLE "rate_cards" (
    "id" TEXT NOT NULL,
    "payment_plan_id" TEXT NOT NULL,
    "service_id" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL,
    -- squawk-ignore prefer-bigint-over-int
    "version" INTEGER NOT NULL,
    "components" JSONB NOT NULL,
    "effective_from" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_cards_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "rate_cards_payment_plan_id_effective_from_version_idx" ON "rate_cards"("payment_plan_id", "effective_from", "version");

-- CreateIndex
CREATE INDEX "rate_cards_payment_plan_id_created_at_id_idx" ON "rate_cards"("payment_plan_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "rate_cards_payment_plan_id_version_key" ON "rate_cards"("payment_plan_id", "version");

-- AddForeignKey
ALTER TABLE "rate_cards" ADD CONSTRAINT "rate_cards_payment_plan_id_fkey" FOREIGN KEY ("payment_plan_id") REFERENCES "payment_plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateEnum
CREATE TYPE "hold_status" AS ENUM ('HELD', 'COMMITTED', 'RELEASED', 'EXPIRED');

-- CreateTable
CREATE TABLE "balance_holds" (
    "id" TEXT NOT NULL,
    "balance_id" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "status" "hold_status" NOT NULL,
    "amount" DECIMAL(24,6) NOT NULL,
    "charged" DECIMAL(24,6),
    "usage_event_id" TEXT,
    "api_key_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "balance_holds_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "balance_holds_amounts" CHECK ("amount" > 0 AND "charged" >= 0),
    CONSTRAINT "balance_holds_charged" CHECK (("status" = 'COMMITTED') = ("charged" IS NOT NULL)),
    CONSTRAINT "balance_holds_event" CHECK ("usage_event_id" IS NULL OR "status" = 'COMMITTED')
);

-- CreateIndex
CREATE UNIQUE INDEX "balance_holds_balance_id_key_key" ON "balance_holds"("balance_id", "key");

-- CreateIndex
CREATE INDEX "balance_holds_by_expiry" ON "balance_holds"("balance_id", "expires_at") WHERE (status = 'HELD'::hold_status);

-- AddForeignKey
ALTER TABLE "balance_holds" ADD CONSTRAINT "balance_holds_balance_id_fkey" FOREIGN KEY ("balance_id") REFERENCES "balances"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

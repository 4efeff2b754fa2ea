-- One transaction may carry several settlements, so it is stored once for each of them.
ALTER TABLE "settlement_transactions" ADD COLUMN "cancels" BOOLEAN NOT NULL DEFAULT false;

-- An index over a table that is large is made beforehand, CONCURRENTLY.
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX IF NOT EXISTS "settlement_transactions_hash_settlement_id_key"
    ON "settlement_transactions"("hash", "settlement_id");
ALTER TABLE "settlement_transactions" DROP CONSTRAINT "settlement_transactions_pkey";
ALTER TABLE "settlement_transactions" ADD CONSTRAINT "settlement_transactions_pkey"
    PRIMARY KEY USING INDEX "settlement_transactions_hash_settlement_id_key";

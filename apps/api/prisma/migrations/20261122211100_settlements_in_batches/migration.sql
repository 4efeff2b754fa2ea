-- squawk-ignore prefer-bigint-over-smallint
ALTER TABLE "settlements" ADD COLUMN "batch_position" SMALLINT NOT NULL DEFAULT 0;

-- Indexes over a table that is large are made beforehand, CONCURRENTLY.
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX IF NOT EXISTS "settlements_chain_id_signer_address_nonce_batch_position_key"
    ON "settlements"("chain_id", "signer_address", "nonce", "batch_position");
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "settlements_transaction_hash_idx"
    ON "settlements"("transaction_hash");
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "settlements_chain_id_signer_address_nonce_key";
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "settlements_transaction_hash_key";

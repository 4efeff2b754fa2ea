ALTER TABLE "settlements" ADD COLUMN "batch_position" SMALLINT NOT NULL DEFAULT 0;

CREATE UNIQUE INDEX IF NOT EXISTS "settlements_chain_id_signer_address_nonce_batch_position_key"
    ON "settlements"("chain_id", "signer_address", "nonce", "batch_position");
CREATE INDEX IF NOT EXISTS "settlements_transaction_hash_idx"
    ON "settlements"("transaction_hash");
DROP INDEX "settlements_chain_id_signer_address_nonce_key";
DROP INDEX "settlements_transaction_hash_key";

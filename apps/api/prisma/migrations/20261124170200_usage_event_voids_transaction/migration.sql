-- The transaction that voided an event, as the events have the one that recorded them.
ALTER TABLE "usage_event_voids" ADD COLUMN "transaction_id" xid8;
ALTER TABLE "usage_event_voids" ALTER COLUMN "transaction_id" SET DEFAULT pg_current_xact_id();

-- Few events are voided.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "usage_event_voids_transaction_id_idx" ON "usage_event_voids"("transaction_id") WHERE (transaction_id IS NOT NULL);

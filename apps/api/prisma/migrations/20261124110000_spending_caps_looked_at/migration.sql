-- When the chain is asked about a cap next. Caps of processes before this version get the default: they are looked at.
ALTER TABLE "spending_caps" ADD COLUMN "look_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP;

-- What was spent under a cap when the chain was asked last.
ALTER TABLE "spending_caps" ADD COLUMN "spent" DECIMAL(24,6);

-- On a large table it is made beforehand, CONCURRENTLY, under the same name.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "spending_caps_to_look_at" ON "spending_caps"("look_at", "id") WHERE (revoked_at IS NULL);

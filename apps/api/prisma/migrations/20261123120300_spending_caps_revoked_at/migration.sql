-- Since when nothing is collected under a cap. The processes before this version do not know it: they would collect.
ALTER TABLE "spending_caps" ADD COLUMN "revoked_at" TIMESTAMPTZ(3);

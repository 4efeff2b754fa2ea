-- Its default is set afterwards: with it the column would be filled row by row under a lock.
ALTER TABLE "checkout_sessions" ADD COLUMN     "reference_hash" TEXT;
ALTER TABLE "checkout_sessions" ALTER COLUMN "reference_hash" SET DEFAULT ((('0x'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)) || replace((gen_random_uuid())::text, '-'::text, ''::text)));

-- Sessions that can still be paid. A payment under way keeps the reference that its payer has signed.
UPDATE "checkout_sessions" session
   SET "reference_hash" = coalesce(
         (SELECT reference_key FROM "settlements"
           WHERE invoice_id = session.invoice_id AND status <> 'FAILED' AND collect = 'authorization'),
         '0x' || replace(gen_random_uuid()::text, '-', '') || replace(gen_random_uuid()::text, '-', ''))
 WHERE "status" = 'PENDING' AND "reference_hash" IS NULL;

-- Each invoice has a page. Its address has a secret, and a payment there has a reference, both made here for new rows.
ALTER TABLE "invoices" ADD COLUMN "link_token" TEXT, ADD COLUMN "reference_hash" TEXT;
ALTER TABLE "invoices"
  ALTER COLUMN "link_token" SET DEFAULT replace((gen_random_uuid())::text, '-'::text, ''::text),
  ALTER COLUMN "reference_hash" SET DEFAULT ((('0x'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)) || replace((gen_random_uuid())::text, '-'::text, ''::text)));

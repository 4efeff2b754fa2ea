-- A migration of its own, so that no other statement waits for it: it writes every invoice once.
UPDATE "invoices" SET "link_token" = DEFAULT, "reference_hash" = DEFAULT WHERE "link_token" IS NULL;

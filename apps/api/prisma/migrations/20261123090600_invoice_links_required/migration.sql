-- The check is validated without blocking others, and spares NOT NULL a scan that would.
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_have_links"
  CHECK ("link_token" IS NOT NULL AND "reference_hash" IS NOT NULL) NOT VALID;

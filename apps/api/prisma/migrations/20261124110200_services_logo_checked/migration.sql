-- When the logo of a service was loaded last. Null until then, and again when the branding is set.
ALTER TABLE "services" ADD COLUMN "logo_checked_at" TIMESTAMPTZ(3);

-- Why it cannot be shown.
ALTER TABLE "services" ADD COLUMN "logo_problem" TEXT;

-- On a large table it is made beforehand, CONCURRENTLY, under the same name.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "services_logo_unchecked" ON "services"("id") WHERE (logo_checked_at IS NULL AND branding IS NOT NULL);

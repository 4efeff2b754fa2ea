-- Whether subscribers may cancel at the end of a period, in the portal.
ALTER TABLE "services" ADD COLUMN "portal_allows_cancel" BOOLEAN NOT NULL DEFAULT true;

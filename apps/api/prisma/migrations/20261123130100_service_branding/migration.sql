-- AlterTable
ALTER TABLE "services" ADD COLUMN "branding" JSONB;

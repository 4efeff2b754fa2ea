-- AlterTable
ALTER TABLE "payment_plans" ADD COLUMN "unit" TEXT;

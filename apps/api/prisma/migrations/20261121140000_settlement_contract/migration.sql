-- AlterTable
ALTER TABLE "settlements" ADD COLUMN     "contract_address" TEXT,
ADD COLUMN     "token_address" TEXT;


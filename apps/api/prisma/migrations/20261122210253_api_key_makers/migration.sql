-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "created_by" TEXT;

-- CreateIndex
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "api_keys_created_by_idx" ON "api_keys"("created_by");

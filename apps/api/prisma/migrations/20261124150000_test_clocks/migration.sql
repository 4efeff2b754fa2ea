-- CreateEnum
CREATE TYPE "test_clock_status" AS ENUM ('READY', 'ADVANCING');

-- CreateTable
CREATE TABLE "test_clocks" (
    "id" TEXT NOT NULL,
    "owner_id" TEXT,
    "name" TEXT,
    "status" "test_clock_status" NOT NULL,
    "now" TIMESTAMPTZ(3) NOT NULL,
    "advancing_to" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "test_clocks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "test_clocks_target" CHECK (("status" = 'ADVANCING') = ("advancing_to" IS NOT NULL)),
    CONSTRAINT "test_clocks_forwards" CHECK ("advancing_to" >= "now")
);

-- CreateTable
CREATE TABLE "services_on_test_clocks" (
    "service_id" TEXT NOT NULL,
    "test_clock_id" TEXT NOT NULL,

    CONSTRAINT "services_on_test_clocks_pkey" PRIMARY KEY ("service_id")
);

-- CreateIndex
CREATE INDEX "test_clocks_created_at_id_idx" ON "test_clocks"("created_at", "id");

-- CreateIndex
CREATE INDEX "test_clocks_owner_id_created_at_id_idx" ON "test_clocks"("owner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "test_clocks_advancing" ON "test_clocks"("id") WHERE (status = 'ADVANCING'::test_clock_status);

-- CreateIndex
CREATE INDEX "services_on_test_clocks_test_clock_id_service_id_idx" ON "services_on_test_clocks"("test_clock_id", "service_id");

-- AddForeignKey
ALTER TABLE "services_on_test_clocks" ADD CONSTRAINT "services_on_test_clocks_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "services"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "services_on_test_clocks" ADD CONSTRAINT "services_on_test_clocks_test_clock_id_fkey" FOREIGN KEY ("test_clock_id") REFERENCES "test_clocks"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

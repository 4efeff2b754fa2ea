-- CreateEnum
CREATE TYPE "webhook_endpoint_status" AS ENUM ('ENABLED', 'DISABLED');

-- CreateEnum
CREATE TYPE "webhook_delivery_status" AS ENUM ('PENDING', 'DELIVERED', 'FAILED');

-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN     "owner_id" TEXT,
ADD COLUMN     "service_id" TEXT,
ALTER COLUMN "data" SET DATA TYPE JSON;

-- Every noun of an event so far names its service.
UPDATE "webhook_events" SET "service_id" = service."id", "owner_id" = service."owner_id"
  FROM "services" service
 WHERE service."id" = (SELECT noun.value ->> 'serviceId' FROM json_each("webhook_events"."data") noun LIMIT 1);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" TEXT NOT NULL,
    "owner_id" TEXT,
    "service_id" TEXT,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "status" "webhook_endpoint_status" NOT NULL,
    "disabled_reason" TEXT,
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "owner_id" TEXT,
    "event_id" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "status" "webhook_delivery_status" NOT NULL,
    "attempts" JSONB NOT NULL DEFAULT '[]',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- Room on each page, so that taking a delivery on is written beside it and touches no index.
ALTER TABLE "webhook_deliveries" SET (fillfactor = 70);

-- CreateIndex
CREATE INDEX "webhook_endpoints_created_at_id_idx" ON "webhook_endpoints"("created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_endpoints_owner_id_created_at_id_idx" ON "webhook_endpoints"("owner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries"("endpoint_id", "next_attempt_at") WHERE (status = 'PENDING'::webhook_delivery_status);

-- CreateIndex
CREATE INDEX "webhook_deliveries_created_at_id_idx" ON "webhook_deliveries"("created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_status_created_at_id_idx" ON "webhook_deliveries"("status", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_id_idx" ON "webhook_deliveries"("endpoint_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_status_created_at_id_idx" ON "webhook_deliveries"("endpoint_id", "status", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_event_id_endpoint_id_key" ON "webhook_deliveries"("event_id", "endpoint_id");

-- CreateIndex
CREATE INDEX "webhook_events_type_created_at_id_idx" ON "webhook_events"("type", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_events_service_id_created_at_id_idx" ON "webhook_events"("service_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_events_owner_id_created_at_id_idx" ON "webhook_events"("owner_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_events_owner_id_type_created_at_id_idx" ON "webhook_events"("owner_id", "type", "created_at", "id");

-- AddForeignKey
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_service_id_owner_id_fkey" FOREIGN KEY ("service_id", "owner_id") REFERENCES "services"("id", "owner_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "services"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

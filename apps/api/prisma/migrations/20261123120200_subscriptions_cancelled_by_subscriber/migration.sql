-- Whether the subscriber scheduled the cancellation, in the portal: then it may take that back.
ALTER TABLE "subscriptions" ADD COLUMN "cancelled_by_subscriber" BOOLEAN NOT NULL DEFAULT false;

-- When a subscription ends with its period. The processes before this version do not know it: they would renew it.
ALTER TABLE "subscriptions" ADD COLUMN "cancel_at" TIMESTAMPTZ(3);

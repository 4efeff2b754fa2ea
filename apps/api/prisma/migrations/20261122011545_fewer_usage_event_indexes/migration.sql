-- DropIndex
DROP INDEX "usage_events_user_id_created_at_id_idx";

-- DropIndex
DROP INDEX "usage_events_owner_id_created_at_id_idx";

-- DropIndex
DROP INDEX "usage_events_owner_id_user_id_created_at_id_idx";

-- The transaction that recorded an event. All that commit later than the default have it, also those of older processes.
ALTER TABLE "usage_events" ADD COLUMN IF NOT EXISTS "transaction_id" xid8;

-- A table that Citus distributes has no default: its events are recorded by other servers.
-- A migration is split at its semicolons, so within the block they are written as \003B.
DO U&'
BEGIN
  IF to_regclass(''pg_dist_partition'') IS NOT NULL THEN
    IF EXISTS (SELECT FROM pg_dist_partition
                WHERE logicalrelid = ''usage_events''::regclass AND partmethod = ''h'') THEN
      RETURN\003B
    END IF\003B
  END IF\003B
  ALTER TABLE "usage_events" ALTER COLUMN "transaction_id" SET DEFAULT pg_current_xact_id()\003B
END';

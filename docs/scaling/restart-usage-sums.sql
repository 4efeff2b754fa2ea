-- Makes the sums of usage start again, after a dump of the database was restored on another server. See ../operations.md.
--
--   psql --set ON_ERROR_STOP=1 "$DATABASE_URL" --file docs/scaling/restart-usage-sums.sql
--
-- Run it as the role that owns the tables, before you start the service. It is one transaction: it succeeds completely or
-- changes nothing. It rewrites bills, and of usage only that which has no root yet, of an hour at most. The service then adds up
-- all events in the background; until this is done, series and summaries are exact but slower.

BEGIN;

-- The next roots have what none of those before contains.
CREATE TEMPORARY TABLE without_root ON COMMIT DROP AS
SELECT one.id, one.is_void
  FROM (SELECT id, subscription_id, transaction_id, false AS is_void FROM usage_events
         UNION ALL
        SELECT usage_event_id, subscription_id, transaction_id, true FROM usage_event_voids) AS one
 WHERE transaction_id > (SELECT through FROM usage_roots_progress)
   AND NOT EXISTS (SELECT FROM usage_roots root
                    WHERE root.subscription_id = one.subscription_id AND root.through >= one.transaction_id);

ALTER TABLE usage_events DROP COLUMN transaction_id;
ALTER TABLE usage_events ADD COLUMN transaction_id xid8;
ALTER TABLE usage_events ALTER COLUMN transaction_id SET DEFAULT pg_current_xact_id();
CREATE INDEX usage_events_transaction_id_idx ON usage_events (transaction_id) WHERE transaction_id IS NOT NULL;

ALTER TABLE usage_event_voids DROP COLUMN transaction_id;
ALTER TABLE usage_event_voids ADD COLUMN transaction_id xid8;
ALTER TABLE usage_event_voids ALTER COLUMN transaction_id SET DEFAULT pg_current_xact_id();
CREATE INDEX usage_event_voids_transaction_id_idx ON usage_event_voids (transaction_id) WHERE transaction_id IS NOT NULL;

TRUNCATE usage_sums, usage_sums_progress;
INSERT INTO usage_sums_progress (server, through)
SELECT system_identifier::text, '0'::xid8 FROM pg_control_system();

-- What roots until now contain can no longer be listed.
UPDATE usage_roots SET through = NULL;
TRUNCATE usage_roots_progress, usage_root_requests;
INSERT INTO usage_roots_progress (server, through, made_at)
SELECT system_identifier::text, (pg_current_xact_id()::text::bigint - 1)::text::xid8, now() FROM pg_control_system();
UPDATE usage_events SET transaction_id = pg_current_xact_id() FROM without_root WHERE usage_events.id = without_root.id AND NOT is_void;
UPDATE usage_event_voids SET transaction_id = pg_current_xact_id() FROM without_root WHERE usage_event_id = without_root.id AND is_void;

-- Their snapshots are of the other server: with these, bills list usage that was restored, and none that is recorded later.
UPDATE bills SET snapshots = array_fill(format('%1$s:%1$s:', pg_current_xact_id()::text::bigint + 1), ARRAY[cardinality(snapshots)])
 WHERE snapshots <> '{}';

COMMIT;

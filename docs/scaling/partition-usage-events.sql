-- Turns usage_events into a table of 8 partitions by the hash of subscription_id. See ../scaling.md.
--
--   psql --set ON_ERROR_STOP=1 "$DATABASE_URL" --file docs/scaling/partition-usage-events.sql
--
-- Run it once, as the role that the service uses, on a database that this version of the service has
-- migrated, with a backup and with room for a second copy of the table. It is one transaction: it
-- succeeds completely or changes nothing, and a second run fails without a change. From LOCK TABLE to its
-- end nobody can read or write usage events. So stop the service first, or waiting requests return 500.
--
-- It keeps every row and column, every index and foreign key under its own name, one event per key of
-- a subscription, and all behavior of the service. It needs no other setting and no other version.
--
-- It loses the uniqueness of ids across partitions, since a unique index of a partitioned table must
-- include the partition column. Ids are still unique within a partition. They are 123 random bits that only
-- the service makes. For the same reason no table can refer to usage_events by id alone.
-- Your own additions to the table (privileges, triggers, membership of a publication) are not carried
-- over. If a view uses the table, this script fails and changes nothing.

BEGIN;

LOCK TABLE usage_events IN ACCESS EXCLUSIVE MODE;

-- Copies columns, NOT NULL, defaults and checks. Indexes are created after the rows are copied.
CREATE TABLE usage_events_partitioned (LIKE usage_events INCLUDING ALL EXCLUDING INDEXES)
  PARTITION BY HASH (subscription_id);

CREATE TABLE usage_events_p0 PARTITION OF usage_events_partitioned FOR VALUES WITH (MODULUS 8, REMAINDER 0);
CREATE TABLE usage_events_p1 PARTITION OF usage_events_partitioned FOR VALUES WITH (MODULUS 8, REMAINDER 1);
CREATE TABLE usage_events_p2 PARTITION OF usage_events_partitioned FOR VALUES WITH (MODULUS 8, REMAINDER 2);
CREATE TABLE usage_events_p3 PARTITION OF usage_events_partitioned FOR VALUES WITH (MODULUS 8, REMAINDER 3);
CREATE TABLE usage_events_p4 PARTITION OF usage_events_partitioned FOR VALUES WITH (MODULUS 8, REMAINDER 4);
CREATE TABLE usage_events_p5 PARTITION OF usage_events_partitioned FOR VALUES WITH (MODULUS 8, REMAINDER 5);
CREATE TABLE usage_events_p6 PARTITION OF usage_events_partitioned FOR VALUES WITH (MODULUS 8, REMAINDER 6);
CREATE TABLE usage_events_p7 PARTITION OF usage_events_partitioned FOR VALUES WITH (MODULUS 8, REMAINDER 7);

INSERT INTO usage_events_partitioned SELECT * FROM usage_events;

-- The old table goes first, and its indexes with it: so the new ones can have their names.
DROP TABLE usage_events;
ALTER TABLE usage_events_partitioned RENAME TO usage_events;

ALTER TABLE usage_events ADD CONSTRAINT usage_events_pkey PRIMARY KEY (id, subscription_id);
CREATE UNIQUE INDEX usage_events_subscription_id_event_key_key ON usage_events (subscription_id, event_key);
CREATE INDEX usage_events_created_at_id_idx ON usage_events (created_at, id);
CREATE INDEX usage_events_service_id_created_at_id_idx ON usage_events (service_id, created_at, id);
CREATE INDEX usage_events_subscription_id_created_at_id_idx ON usage_events (subscription_id, created_at, id);
CREATE INDEX usage_events_invoice_id_created_at_id_idx ON usage_events (invoice_id, created_at, id)
  WHERE invoice_id IS NOT NULL;
CREATE INDEX usage_events_by_time ON usage_events (subscription_id, occurred_at, event_key, quantity, created_at);
CREATE INDEX usage_events_subscription_id_subject_occurred_at_idx ON usage_events (subscription_id, subject, occurred_at)
  WHERE subject IS NOT NULL;
CREATE INDEX usage_events_transaction_id_idx ON usage_events (transaction_id) WHERE transaction_id IS NOT NULL;

ALTER TABLE usage_events
  ADD CONSTRAINT usage_events_subscription_id_service_id_user_id_owner_id_fkey
  FOREIGN KEY (subscription_id, service_id, user_id, owner_id)
  REFERENCES subscriptions (id, service_id, user_id, owner_id) ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE usage_events
  ADD CONSTRAINT usage_events_invoice_id_service_id_user_id_fkey
  FOREIGN KEY (invoice_id, service_id, user_id)
  REFERENCES invoices (id, service_id, user_id) ON DELETE RESTRICT ON UPDATE CASCADE;

COMMIT;

-- In the old table there were figures of what its columns hold. Without them Postgres plans badly.
ANALYZE usage_events;

-- The tables of the first version, each with its types and indexes. prisma/schema.prisma says what the columns mean.
-- What only this file has: CHECKs, collations, triggers, storage parameters, and the table that is UNLOGGED.
-- Keys without a name get the one that Postgres gives, which is Prisma's too.

CREATE SCHEMA IF NOT EXISTS public;

CREATE TYPE user_role AS ENUM ('DEVELOPER', 'PAYER');

CREATE TABLE users (
  id text PRIMARY KEY,
  email text NOT NULL,
  email_key text,
  wallet_key text NOT NULL DEFAULT '',
  name text,
  role user_role NOT NULL,
  seller_id text REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

CREATE UNIQUE INDEX users_one_of_the_platform ON users (email_key) WHERE seller_id IS NULL;
CREATE UNIQUE INDEX users_seller_id_email_key_wallet_key_key ON users (seller_id, email_key, wallet_key);

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  user_id text REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  name text NOT NULL,
  scopes text[],
  hash text,
  wallet_address text,
  start text NOT NULL,
  last_four text NOT NULL,
  replaces_id text,
  created_by text,
  created_in_session text,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  -- A key is used with its secret, or with the signature of a wallet.
  CONSTRAINT api_keys_of_secret_or_wallet CHECK ((hash IS NULL) <> (wallet_address IS NULL))
);

CREATE UNIQUE INDEX api_keys_hash_key ON api_keys (hash);
CREATE INDEX api_keys_with_secret ON api_keys (created_at, id) WHERE wallet_address IS NULL;
CREATE INDEX api_keys_with_secret_of_user ON api_keys (user_id, created_at, id) WHERE wallet_address IS NULL;
CREATE INDEX api_keys_created_by_idx ON api_keys (created_by);
CREATE INDEX api_keys_created_in_session_idx ON api_keys (created_in_session);
CREATE INDEX api_keys_wallet_address_idx ON api_keys (wallet_address);
CREATE INDEX api_keys_grants ON api_keys (created_at, id) WHERE wallet_address IS NOT NULL;
CREATE INDEX api_keys_grants_of_user ON api_keys (user_id, created_at, id) WHERE wallet_address IS NOT NULL;

CREATE TYPE service_status AS ENUM ('DRAFT', 'ACTIVE', 'DISABLED');

CREATE TABLE services (
  id text PRIMARY KEY,
  name text NOT NULL,
  description text,
  status service_status NOT NULL,
  payout_address text,
  branding jsonb,
  logo_checked_at timestamptz(3),
  logo_problem text,
  portal_allows_cancel boolean NOT NULL DEFAULT true,
  is_limited boolean NOT NULL DEFAULT false,
  owner_id text NOT NULL REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

CREATE UNIQUE INDEX services_id_owner_id_key ON services (id, owner_id);
CREATE INDEX services_created_at_id_idx ON services (created_at, id);
CREATE INDEX services_owner_id_created_at_id_idx ON services (owner_id, created_at, id);
CREATE INDEX services_logo_unchecked ON services (owner_id, id) WHERE logo_checked_at IS NULL AND branding IS NOT NULL;

CREATE TYPE test_clock_status AS ENUM ('READY', 'ADVANCING');

CREATE TABLE test_clocks (
  id text PRIMARY KEY,
  owner_id text,
  name text,
  status test_clock_status NOT NULL,
  now timestamptz(3) NOT NULL,
  advancing_to timestamptz(3),
  leased_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT test_clocks_target CHECK ((status = 'ADVANCING') = (advancing_to IS NOT NULL)),
  CONSTRAINT test_clocks_forwards CHECK (advancing_to >= now)
);

CREATE INDEX test_clocks_created_at_id_idx ON test_clocks (created_at, id);
CREATE INDEX test_clocks_owner_id_created_at_id_idx ON test_clocks (owner_id, created_at, id);
CREATE INDEX test_clocks_advancing ON test_clocks (id) WHERE status = 'ADVANCING';

CREATE TABLE services_on_test_clocks (
  service_id text PRIMARY KEY REFERENCES services ON DELETE RESTRICT ON UPDATE CASCADE,
  test_clock_id text NOT NULL REFERENCES test_clocks ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX services_on_test_clocks_test_clock_id_service_id_idx
  ON services_on_test_clocks (test_clock_id, service_id);

CREATE TYPE pricing_type AS ENUM ('FIXED_RECURRING', 'USAGE_BASED', 'ONE_TIME');
CREATE TYPE billing_interval AS ENUM ('MONTH', 'WEEK', 'DAY', 'NONE');

CREATE TABLE payment_plans (
  id text PRIMARY KEY,
  service_id text NOT NULL,
  owner_id text NOT NULL,
  name text NOT NULL,
  description text,
  pricing_type pricing_type NOT NULL,
  billing_interval billing_interval NOT NULL,
  amount numeric(24,6) NOT NULL,
  currency text NOT NULL,
  unit text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  FOREIGN KEY (service_id, owner_id)
    REFERENCES services (id, owner_id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX payment_plans_service_id_created_at_id_idx ON payment_plans (service_id, created_at, id);

CREATE TABLE rate_cards (
  id text PRIMARY KEY,
  payment_plan_id text NOT NULL REFERENCES payment_plans ON DELETE RESTRICT ON UPDATE CASCADE,
  service_id text NOT NULL,
  owner_id text NOT NULL,
  version integer NOT NULL,
  components jsonb NOT NULL,
  effective_from timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE UNIQUE INDEX rate_cards_payment_plan_id_version_key ON rate_cards (payment_plan_id, version);
CREATE INDEX rate_cards_payment_plan_id_effective_from_version_idx
  ON rate_cards (payment_plan_id, effective_from, version);
CREATE INDEX rate_cards_payment_plan_id_created_at_id_idx ON rate_cards (payment_plan_id, created_at, id);

CREATE TYPE checkout_session_status AS ENUM ('PENDING', 'PAID', 'EXPIRED', 'CANCELLED');

CREATE TABLE checkout_sessions (
  id text PRIMARY KEY,
  service_id text NOT NULL,
  owner_id text NOT NULL,
  payment_plan_id text NOT NULL REFERENCES payment_plans ON DELETE RESTRICT ON UPDATE CASCADE,
  user_id text REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  status checkout_session_status NOT NULL,
  expires_at timestamptz(3),
  transaction_hash text,
  success_url text,
  cancel_url text,
  invoice_id text NOT NULL,
  subscription_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  FOREIGN KEY (service_id, owner_id)
    REFERENCES services (id, owner_id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX checkout_sessions_invoice_id_key ON checkout_sessions (invoice_id);
CREATE UNIQUE INDEX checkout_sessions_subscription_id_key ON checkout_sessions (subscription_id);
CREATE INDEX checkout_sessions_created_at_id_idx ON checkout_sessions (created_at, id);
CREATE INDEX checkout_sessions_service_id_created_at_id_idx ON checkout_sessions (service_id, created_at, id);
CREATE INDEX checkout_sessions_payment_plan_id_created_at_id_idx ON checkout_sessions (payment_plan_id, created_at, id);
CREATE INDEX checkout_sessions_user_id_created_at_id_idx ON checkout_sessions (user_id, created_at, id);
CREATE INDEX checkout_sessions_status_created_at_id_idx ON checkout_sessions (status, created_at, id);
CREATE INDEX checkout_sessions_owner_id_created_at_id_idx ON checkout_sessions (owner_id, created_at, id);
CREATE INDEX checkout_sessions_owner_id_user_id_created_at_id_idx
  ON checkout_sessions (owner_id, user_id, created_at, id);
CREATE INDEX checkout_sessions_owner_id_status_created_at_id_idx
  ON checkout_sessions (owner_id, status, created_at, id);
CREATE INDEX checkout_sessions_by_expiry ON checkout_sessions (expires_at, id) WHERE status = 'PENDING';

CREATE TYPE subscription_status AS ENUM ('ACTIVE', 'CANCELLED');

CREATE TABLE subscriptions (
  id text PRIMARY KEY,
  status subscription_status NOT NULL,
  service_id text NOT NULL,
  owner_id text NOT NULL,
  payment_plan_id text NOT NULL REFERENCES payment_plans ON DELETE RESTRICT ON UPDATE CASCADE,
  user_id text NOT NULL REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  checkout_session_id text NOT NULL REFERENCES checkout_sessions ON DELETE RESTRICT ON UPDATE CASCADE,
  current_period_start timestamptz(3) NOT NULL,
  current_period_end timestamptz(3),
  cancel_at timestamptz(3),
  cancelled_by_subscriber boolean NOT NULL DEFAULT false,
  ended_at timestamptz(3),
  bill_count integer NOT NULL DEFAULT 0,
  billing_anchor timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT subscriptions_ended CHECK ((status = 'CANCELLED') = (ended_at IS NOT NULL)),
  FOREIGN KEY (service_id, owner_id)
    REFERENCES services (id, owner_id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX subscriptions_checkout_session_id_key ON subscriptions (checkout_session_id);
CREATE UNIQUE INDEX subscriptions_id_service_id_user_id_owner_id_key
  ON subscriptions (id, service_id, user_id, owner_id);
CREATE INDEX subscriptions_created_at_id_idx ON subscriptions (created_at, id);
CREATE INDEX subscriptions_service_id_created_at_id_idx ON subscriptions (service_id, created_at, id);
CREATE INDEX subscriptions_payment_plan_id_created_at_id_idx ON subscriptions (payment_plan_id, created_at, id);
CREATE INDEX subscriptions_user_id_created_at_id_idx ON subscriptions (user_id, created_at, id);
CREATE INDEX subscriptions_status_created_at_id_idx ON subscriptions (status, created_at, id);
CREATE INDEX subscriptions_owner_id_created_at_id_idx ON subscriptions (owner_id, created_at, id);
CREATE INDEX subscriptions_owner_id_user_id_created_at_id_idx ON subscriptions (owner_id, user_id, created_at, id);
CREATE INDEX subscriptions_owner_id_status_created_at_id_idx ON subscriptions (owner_id, status, created_at, id);
CREATE INDEX subscriptions_by_period_end ON subscriptions (current_period_end, id) WHERE status = 'ACTIVE';

CREATE TABLE period_charges (
  subscription_id text NOT NULL REFERENCES subscriptions ON DELETE RESTRICT ON UPDATE CASCADE,
  starts_at timestamptz(3) NOT NULL,
  event_count bigint NOT NULL,
  voided_count bigint NOT NULL,
  amount numeric(24,6) NOT NULL,
  prepaid numeric(24,6) NOT NULL,
  rate_card_id text NOT NULL,
  totals jsonb NOT NULL,
  snapshot text NOT NULL,
  billed_in text,
  billed_amount numeric(24,6),
  billed_snapshot text,
  PRIMARY KEY (subscription_id, starts_at)
);

-- Texts are compared by their bytes, so that an index finds those with a prefix.
CREATE TABLE subscribers (
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  email_key text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (id, tenant)
);

CREATE INDEX subscribers_tenant_id_idx ON subscribers (tenant, id);
CREATE INDEX subscribers_tenant_created_at_id_idx ON subscribers (tenant, created_at, id);
CREATE INDEX subscribers_tenant_email_key_id_idx ON subscribers (tenant, email_key, id);

-- Only letters of ASCII have two cases in an address (lib/email-address.ts), whatever the locale of the database is.
-- The user's row is locked, so that a change of its e-mail address comes before this or finds the new rows.
-- A migration is split at its semicolons, so within a function they are written as \003B.
CREATE FUNCTION note_subscribers() RETURNS trigger LANGUAGE plpgsql AS U&'
BEGIN
  WITH "people" AS MATERIALIZED (
    SELECT "id", lower("email" COLLATE "C") AS "email_key" FROM "users"
     WHERE "id" IN (SELECT "user_id" FROM "started") ORDER BY "id" FOR SHARE
  )
  INSERT INTO "subscribers" ("tenant", "id", "email_key", "created_at")
  SELECT "of"."tenant", "people"."id", "people"."email_key", min("started"."created_at")
    FROM "started"
    JOIN "people" ON "people"."id" = "started"."user_id"
   CROSS JOIN LATERAL (VALUES ("started"."owner_id"), ('''')) AS "of" ("tenant")
   GROUP BY 1, 2, 3 ORDER BY 2, 1
  ON CONFLICT ("id", "tenant") DO NOTHING\003B
  RETURN NULL\003B
END';

CREATE TRIGGER subscriptions_note_subscribers AFTER INSERT ON subscriptions
REFERENCING NEW TABLE AS started FOR EACH STATEMENT EXECUTE FUNCTION note_subscribers();

CREATE FUNCTION note_subscriber_email() RETURNS trigger LANGUAGE plpgsql AS U&'
BEGIN
  UPDATE "subscribers" SET "email_key" = lower(NEW."email" COLLATE "C") WHERE "id" = NEW."id"\003B
  RETURN NULL\003B
END';

CREATE TRIGGER users_note_subscriber_email AFTER UPDATE OF email ON users
FOR EACH ROW WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION note_subscriber_email();

CREATE TABLE spending_caps (
  id text PRIMARY KEY,
  checkout_session_id text NOT NULL REFERENCES checkout_sessions ON DELETE RESTRICT ON UPDATE CASCADE,
  payer_address text NOT NULL,
  merchant_address text NOT NULL,
  token_address text NOT NULL,
  chain_id bigint NOT NULL,
  collector_address text NOT NULL,
  per_charge numeric(24,6) NOT NULL,
  per_period numeric(24,6) NOT NULL,
  total numeric(24,6) NOT NULL,
  period_seconds bigint NOT NULL,
  start bigint NOT NULL,
  valid_until bigint NOT NULL,
  rate_card_hashes text[],
  signature text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  next_check_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP,
  spent numeric(24,6),
  spent_in_period numeric(24,6),
  period_end bigint,
  refused_invoices text[] DEFAULT '{}'
);

CREATE UNIQUE INDEX spending_caps_checkout_session_id_key ON spending_caps (checkout_session_id);
CREATE INDEX spending_caps_payer_address_chain_id_idx ON spending_caps (payer_address, chain_id);
CREATE INDEX spending_caps_to_check ON spending_caps (next_check_at, id) WHERE revoked_at IS NULL;

CREATE TABLE cap_relays (
  id text PRIMARY KEY,
  checkout_session_id text NOT NULL,
  chain_id bigint NOT NULL,
  collector_address text NOT NULL,
  call_data text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  signer_address text,
  nonce integer,
  transaction_hash text,
  raw text,
  signed_at timestamptz(3),
  next_check_at timestamptz(3)
);

CREATE UNIQUE INDEX cap_relays_chain_id_signer_address_nonce_key ON cap_relays (chain_id, signer_address, nonce);
CREATE INDEX cap_relays_checkout_session_id_created_at_idx ON cap_relays (checkout_session_id, created_at);
CREATE INDEX cap_relays_to_check ON cap_relays (next_check_at) WHERE next_check_at IS NOT NULL;

CREATE TABLE wallet_permits (
  payer_address text NOT NULL,
  chain_id bigint NOT NULL,
  collector_address text NOT NULL,
  token_address text NOT NULL,
  value numeric(78,0) NOT NULL,
  deadline bigint NOT NULL,
  nonce bigint NOT NULL,
  signature text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (payer_address, chain_id, collector_address, token_address)
);

CREATE TYPE invoice_status AS ENUM ('DRAFT', 'OPEN', 'VOID', 'EXPIRED', 'PAID');

CREATE TABLE invoices (
  id text PRIMARY KEY,
  service_id text NOT NULL,
  owner_id text NOT NULL,
  payment_plan_id text NOT NULL REFERENCES payment_plans ON DELETE RESTRICT ON UPDATE CASCADE,
  user_id text REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  subscription_id text REFERENCES subscriptions ON DELETE RESTRICT ON UPDATE CASCADE,
  status invoice_status NOT NULL,
  amount numeric(24,6) NOT NULL,
  credited numeric(24,6) NOT NULL DEFAULT 0,
  credited_before_payment numeric(24,6) NOT NULL DEFAULT 0,
  paid_from_balance numeric(24,6) NOT NULL DEFAULT 0,
  currency text NOT NULL,
  due_at timestamptz(3),
  paid_at timestamptz(3),
  period_start timestamptz(3),
  period_end timestamptz(3),
  bill_number integer,
  bill_hash text NOT NULL,
  collect_at timestamptz(3),
  link_token text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- A second guard besides the lock on the row: more than was billed is never credited.
  CONSTRAINT invoices_credited
    CHECK (credited_before_payment >= 0 AND credited_before_payment <= credited AND credited <= amount),
  CONSTRAINT invoices_paid_from_balance
    CHECK (paid_from_balance >= 0 AND credited_before_payment + paid_from_balance <= amount),
  CONSTRAINT invoices_period CHECK ((period_start IS NULL) = (period_end IS NULL) AND period_end >= period_start),
  CONSTRAINT invoices_bill CHECK (bill_number IS NULL OR (subscription_id IS NOT NULL AND period_start IS NOT NULL)),
  FOREIGN KEY (service_id, owner_id)
    REFERENCES services (id, owner_id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX invoices_bill_of_subscription ON invoices (subscription_id, bill_number)
  WHERE bill_number IS NOT NULL;
CREATE UNIQUE INDEX invoices_id_service_id_user_id_key ON invoices (id, service_id, user_id);
CREATE UNIQUE INDEX invoices_link_token_key ON invoices (link_token);
CREATE INDEX invoices_created_at_id_idx ON invoices (created_at, id);
CREATE INDEX invoices_service_id_created_at_id_idx ON invoices (service_id, created_at, id);
CREATE INDEX invoices_payment_plan_id_created_at_id_idx ON invoices (payment_plan_id, created_at, id);
CREATE INDEX invoices_user_id_created_at_id_idx ON invoices (user_id, created_at, id);
CREATE INDEX invoices_subscription_id_created_at_id_idx ON invoices (subscription_id, created_at, id);
CREATE INDEX invoices_status_created_at_id_idx ON invoices (status, created_at, id);
CREATE INDEX invoices_owner_id_created_at_id_idx ON invoices (owner_id, created_at, id);
CREATE INDEX invoices_owner_id_user_id_created_at_id_idx ON invoices (owner_id, user_id, created_at, id);
CREATE INDEX invoices_owner_id_status_created_at_id_idx ON invoices (owner_id, status, created_at, id);
-- Due invoices are read a page at a time, each page after the last record of the one before.
CREATE INDEX invoices_by_due_time ON invoices (due_at, id) WHERE status = 'OPEN';
CREATE INDEX invoices_by_collection_time ON invoices (collect_at, id) WHERE collect_at IS NOT NULL AND status = 'OPEN';
CREATE INDEX invoices_open_of_user ON invoices (user_id, owner_id, due_at) WHERE status = 'OPEN';

CREATE TABLE bills (
  invoice_id text PRIMARY KEY REFERENCES invoices ON DELETE RESTRICT ON UPDATE CASCADE,
  document text NOT NULL,
  snapshots text[]
);

CREATE TABLE invoice_lines (
  invoice_id text NOT NULL REFERENCES invoices ON DELETE RESTRICT ON UPDATE CASCADE,
  position smallint NOT NULL,
  description text NOT NULL,
  quantity numeric(24,6) NOT NULL,
  unit_amount numeric(30,12) NOT NULL,
  amount numeric(24,6) NOT NULL,
  PRIMARY KEY (invoice_id, position)
);

CREATE TABLE usage_events (
  id text PRIMARY KEY,
  service_id text NOT NULL,
  owner_id text NOT NULL,
  subscription_id text NOT NULL,
  user_id text NOT NULL,
  invoice_id text,
  api_key_id text,
  idempotency_hash text,
  event_key text NOT NULL,
  subject text,
  quantity numeric(24,6) NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  transaction_id xid8 DEFAULT pg_current_xact_id(),
  FOREIGN KEY (subscription_id, service_id, user_id, owner_id)
    REFERENCES subscriptions (id, service_id, user_id, owner_id) ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (invoice_id, service_id, user_id)
    REFERENCES invoices (id, service_id, user_id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX usage_events_subscription_id_event_key_key ON usage_events (subscription_id, event_key);
CREATE INDEX usage_events_created_at_id_idx ON usage_events (created_at, id);
CREATE INDEX usage_events_service_id_created_at_id_idx ON usage_events (service_id, created_at, id);
CREATE INDEX usage_events_subscription_id_created_at_id_idx ON usage_events (subscription_id, created_at, id);
CREATE INDEX usage_events_invoice_id_created_at_id_idx ON usage_events (invoice_id, created_at, id)
  WHERE invoice_id IS NOT NULL;
-- Its last column, the time at which an event was recorded, says whether it was late.
CREATE INDEX usage_events_by_time ON usage_events (subscription_id, occurred_at, event_key, quantity, created_at);
CREATE INDEX usage_events_subscription_id_subject_occurred_at_idx ON usage_events (subscription_id, subject, occurred_at)
  WHERE subject IS NOT NULL;
CREATE INDEX usage_events_transaction_id_idx ON usage_events (transaction_id) WHERE transaction_id IS NOT NULL;

CREATE TABLE usage_event_voids (
  usage_event_id text NOT NULL,
  subscription_id text NOT NULL,
  event_key text NOT NULL,
  invoice_id text,
  occurred_at timestamptz(3) NOT NULL,
  reason text NOT NULL,
  replacement_id text,
  balance_credit_ids text[] DEFAULT '{}',
  created_at timestamptz(3) NOT NULL,
  transaction_id xid8 DEFAULT pg_current_xact_id(),
  PRIMARY KEY (subscription_id, event_key)
);

CREATE UNIQUE INDEX usage_event_voids_usage_event_id_key ON usage_event_voids (usage_event_id);
CREATE INDEX usage_event_voids_invoice_id_usage_event_id_idx ON usage_event_voids (invoice_id, usage_event_id)
  WHERE invoice_id IS NOT NULL;
CREATE INDEX usage_event_voids_transaction_id_idx ON usage_event_voids (transaction_id)
  WHERE transaction_id IS NOT NULL;

-- Texts are compared by their bytes. Rows are updated often, and each page keeps room for the next version of its rows.
CREATE TABLE usage_sums (
  record_id text COLLATE "C" NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  quantity numeric(50,6) NOT NULL,
  count bigint NOT NULL,
  late_quantity numeric(50,6) NOT NULL,
  late_count bigint NOT NULL,
  PRIMARY KEY (record_id, starts_at, prefix)
) WITH (fillfactor = 80);

CREATE TABLE usage_sums_progress (
  server text PRIMARY KEY,
  through xid8 NOT NULL,
  older_are_added boolean NOT NULL DEFAULT false,
  older_created_at timestamptz(3),
  older_id text
);

-- Nothing is added up yet. A job adds up all events.
INSERT INTO usage_sums_progress (server, through)
SELECT system_identifier::text, '0'::xid8 FROM pg_control_system();

CREATE TABLE usage_roots (
  subscription_id text NOT NULL,
  number integer NOT NULL,
  event_count integer NOT NULL,
  void_count integer NOT NULL,
  changes_hash text NOT NULL,
  root_before text,
  root text NOT NULL,
  first_recorded_at timestamptz(3),
  last_recorded_at timestamptz(3),
  through xid8,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (subscription_id, number)
);

CREATE INDEX usage_roots_subscription_id_through_idx ON usage_roots (subscription_id, through);
CREATE INDEX usage_roots_through_idx ON usage_roots (through);

CREATE TABLE usage_roots_progress (
  server text PRIMARY KEY,
  through xid8 NOT NULL,
  made_at timestamptz(3) NOT NULL
);

CREATE TABLE usage_root_requests (
  invoice_id text PRIMARY KEY,
  subscription_id text NOT NULL,
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id()
);

-- There are no roots yet. A job makes them.
INSERT INTO usage_roots_progress (server, through, made_at)
SELECT system_identifier::text, '0'::xid8, '-infinity' FROM pg_control_system();

CREATE TYPE limit_scope AS ENUM ('service', 'subscription', 'subject');
CREATE TYPE limit_measure AS ENUM ('quantity', 'charge', 'count');
CREATE TYPE limit_window_kind AS ENUM ('hour', 'day', 'period', 'rolling', 'ever');
CREATE TYPE limit_action AS ENUM ('NOTIFY', 'REJECT');
CREATE TYPE limit_setter AS ENUM ('SELLER', 'SUBSCRIBER', 'ALERT');

CREATE TABLE usage_limits (
  id text PRIMARY KEY,
  service_id text NOT NULL,
  owner_id text NOT NULL,
  name text NOT NULL,
  set_by limit_setter NOT NULL DEFAULT 'SELLER',
  scope limit_scope NOT NULL,
  subscription_id text,
  subject text,
  key_prefix text,
  measure limit_measure NOT NULL,
  max numeric(24,6) NOT NULL,
  "window" limit_window_kind NOT NULL,
  time_zone text,
  seconds integer,
  action limit_action NOT NULL,
  levels text[],
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  FOREIGN KEY (service_id, owner_id) REFERENCES services (id, owner_id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CHECK (("window" = 'day') = (time_zone IS NOT NULL)),
  CHECK (("window" = 'rolling') = (seconds IS NOT NULL))
);

-- Sellers name and list their own limits only. The stops of subscribers are found by subscription and subject.
CREATE UNIQUE INDEX usage_limits_owner_id_name_key ON usage_limits (owner_id, name)
  WHERE set_by = 'SELLER';
CREATE INDEX usage_limits_service_id_subscription_id_subject_idx ON usage_limits (service_id, subscription_id, subject);
CREATE INDEX usage_limits_created_at_id_idx ON usage_limits (created_at, id)
  WHERE set_by = 'SELLER';
CREATE INDEX usage_limits_service_id_created_at_id_idx ON usage_limits (service_id, created_at, id)
  WHERE set_by = 'SELLER';
CREATE INDEX usage_limits_owner_id_created_at_id_idx ON usage_limits (owner_id, created_at, id)
  WHERE set_by = 'SELLER';

CREATE TABLE usage_limit_counters (
  limit_id text NOT NULL REFERENCES usage_limits ON DELETE CASCADE ON UPDATE CASCADE,
  subscription_id text NOT NULL,
  subject text NOT NULL,
  complete_from timestamptz(3),
  windows jsonb NOT NULL,
  PRIMARY KEY (limit_id, subscription_id, subject)
) WITH (fillfactor = 70);

CREATE TYPE alert_watch AS ENUM ('usage', 'spend', 'balance', 'cap', 'forecast');

CREATE TABLE alerts (
  id text PRIMARY KEY,
  service_id text NOT NULL,
  owner_id text NOT NULL,
  watches alert_watch NOT NULL,
  target_id text,
  key_prefix text,
  levels text[],
  recovery boolean NOT NULL,
  tells_subscriber boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  FOREIGN KEY (service_id, owner_id) REFERENCES services (id, owner_id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX alerts_service_id_watches_target_id_idx ON alerts (service_id, watches, target_id);
CREATE INDEX alerts_created_at_id_idx ON alerts (created_at, id);
CREATE INDEX alerts_service_id_created_at_id_idx ON alerts (service_id, created_at, id);
CREATE INDEX alerts_owner_id_created_at_id_idx ON alerts (owner_id, created_at, id);

CREATE TABLE forecasts (
  subscription_id text PRIMARY KEY,
  period_start timestamptz(3) NOT NULL,
  amount numeric(24,6),
  calculated_at timestamptz(3) NOT NULL
);

-- The beginning of the day in which a moment is. Where clocks are set back over midnight, date_trunc returns the second one.
CREATE FUNCTION day_start(at timestamptz, zone text) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
RETURN date_trunc('day', at, zone)
  - CASE WHEN ((date_trunc('day', at, zone) - interval '1 hour') AT TIME ZONE zone)::date = (at AT TIME ZONE zone)::date
         THEN interval '1 hour' ELSE interval '0' END;

CREATE TYPE balance_status AS ENUM ('ACTIVE', 'FROZEN');

CREATE TABLE balances (
  id text PRIMARY KEY,
  service_id text NOT NULL,
  owner_id text NOT NULL,
  user_id text NOT NULL,
  key_prefix text,
  status balance_status NOT NULL,
  available numeric(30,6) NOT NULL,
  held numeric(30,6) NOT NULL,
  unsettled numeric(30,6) NOT NULL,
  overdraft numeric(24,6) NOT NULL,
  overdraft_max numeric(24,6),
  cap_left numeric(24,6),
  wallet_left numeric(24,6),
  in_flight numeric(30,6),
  looked_up_at timestamptz(3),
  checked_at timestamptz(3),
  position bigint NOT NULL,
  next_due_at timestamptz(3),
  keeps_expired boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- A payment that a reorganisation takes back, or a cap that backs less, can bring a balance below its overdraft, and
  -- freezes it.
  CONSTRAINT balances_frozen_below_overdraft CHECK ((status = 'FROZEN') = (available < -overdraft)),
  CONSTRAINT balances_amounts CHECK (held >= 0 AND unsettled >= 0 AND overdraft >= 0),
  CONSTRAINT balances_backed CHECK (
    CASE WHEN overdraft_max IS NULL THEN num_nonnulls(cap_left, wallet_left, in_flight, looked_up_at, checked_at) = 0
         ELSE overdraft <= overdraft_max END),
  FOREIGN KEY (service_id, owner_id)
    REFERENCES services (id, owner_id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX balances_one_general ON balances (service_id, user_id) WHERE key_prefix IS NULL;
CREATE UNIQUE INDEX balances_one_of_prefix ON balances (service_id, user_id, key_prefix) WHERE key_prefix IS NOT NULL;
CREATE INDEX balances_by_due_time ON balances (next_due_at, id) WHERE next_due_at IS NOT NULL;
CREATE INDEX balances_created_at_id_idx ON balances (created_at, id);
CREATE INDEX balances_service_id_created_at_id_idx ON balances (service_id, created_at, id);
CREATE INDEX balances_user_id_created_at_id_idx ON balances (user_id, created_at, id);
CREATE INDEX balances_status_created_at_id_idx ON balances (status, created_at, id);
CREATE INDEX balances_owner_id_created_at_id_idx ON balances (owner_id, created_at, id);
CREATE INDEX balances_owner_id_user_id_created_at_id_idx ON balances (owner_id, user_id, created_at, id);
CREATE INDEX balances_owner_id_status_created_at_id_idx ON balances (owner_id, status, created_at, id);

CREATE TYPE balance_entry_type AS ENUM (
  'TOP_UP', 'TOP_UP_REVERSED', 'GRANT', 'GRANT_REVERSED', 'GRANT_EXPIRED', 'GRANT_CARRIED', 'CHARGE',
  'HOLD', 'HOLD_COMMITTED', 'HOLD_RELEASED', 'HOLD_EXPIRED', 'INVOICE_PAYMENT', 'INVOICE_PAYMENT_RETURNED',
  'CHARGE_ADJUSTED'
);

CREATE TABLE balance_entries (
  balance_id text NOT NULL REFERENCES balances ON DELETE RESTRICT ON UPDATE CASCADE,
  position bigint NOT NULL,
  type balance_entry_type NOT NULL,
  available numeric(30,6) NOT NULL,
  held numeric(30,6) NOT NULL,
  available_after numeric(30,6) NOT NULL,
  held_after numeric(30,6) NOT NULL,
  usage_event_id text,
  credit_id text,
  invoice_id text,
  hold_id text,
  rate_card_id text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (balance_id, position),
  CONSTRAINT balance_entries_amounts CHECK (position > 0 AND held_after >= 0 AND CASE type
      WHEN 'TOP_UP' THEN available > 0 AND held = 0
      WHEN 'GRANT' THEN available > 0 AND held = 0
      WHEN 'TOP_UP_REVERSED' THEN available < 0 AND held = 0
      WHEN 'GRANT_REVERSED' THEN available < 0 AND held = 0
      WHEN 'GRANT_EXPIRED' THEN available < 0 AND held = 0
      WHEN 'GRANT_CARRIED' THEN available > 0 AND held = 0
      WHEN 'CHARGE' THEN available <= 0 AND held = 0
      WHEN 'HOLD' THEN available = -held AND held >= 0
      WHEN 'HOLD_COMMITTED' THEN held <= 0 AND available <= -held
      WHEN 'HOLD_RELEASED' THEN available = -held AND held <= 0
      WHEN 'HOLD_EXPIRED' THEN available = -held AND held <= 0
      WHEN 'INVOICE_PAYMENT' THEN available < 0 AND held = 0
      WHEN 'INVOICE_PAYMENT_RETURNED' THEN available > 0 AND held = 0
      WHEN 'CHARGE_ADJUSTED' THEN available <> 0 AND held = 0
    END)
);

CREATE UNIQUE INDEX balance_entries_one_of_usage_event ON balance_entries (usage_event_id, balance_id)
  WHERE usage_event_id IS NOT NULL;

CREATE TABLE prepaid_periods (
  subscription_id text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  balance_id text NOT NULL REFERENCES balances ON DELETE RESTRICT ON UPDATE CASCADE,
  rate_card_id text NOT NULL,
  charged numeric(24,6) NOT NULL,
  shares jsonb NOT NULL,
  totals jsonb NOT NULL,
  PRIMARY KEY (subscription_id, starts_at)
) WITH (fillfactor = 70);

CREATE INDEX prepaid_periods_balance_id_idx ON prepaid_periods (balance_id);

CREATE TABLE balance_credits (
  id text PRIMARY KEY,
  balance_id text NOT NULL REFERENCES balances ON DELETE RESTRICT ON UPDATE CASCADE,
  invoice_id text,
  refunded_invoice_id text,
  recurring_grant_id text,
  is_carried boolean NOT NULL DEFAULT false,
  amount numeric(24,6) NOT NULL,
  remaining numeric(24,6) NOT NULL,
  priority smallint NOT NULL DEFAULT 50,
  reason text,
  expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT balance_credits_amounts CHECK (amount > 0 AND remaining >= 0 AND remaining <= amount),
  CONSTRAINT balance_credits_priority CHECK (priority BETWEEN 0 AND 100),
  CONSTRAINT balance_credits_of_period CHECK (recurring_grant_id IS NULL AND NOT is_carried OR expires_at IS NOT NULL)
);

CREATE UNIQUE INDEX balance_credits_invoice_id_key ON balance_credits (invoice_id);
CREATE INDEX balance_credits_refunded_invoice_id_idx ON balance_credits (refunded_invoice_id)
  WHERE refunded_invoice_id IS NOT NULL;
CREATE INDEX balance_credits_to_spend ON balance_credits (balance_id) WHERE remaining > 0;
CREATE UNIQUE INDEX balance_credits_one_of_period ON balance_credits (recurring_grant_id, expires_at)
  WHERE NOT is_carried;

CREATE TYPE grant_interval AS ENUM ('DAY', 'WEEK', 'MONTH');
CREATE TYPE recurring_grant_status AS ENUM ('ACTIVE', 'ENDED');

CREATE TABLE recurring_grants (
  id text PRIMARY KEY,
  balance_id text NOT NULL REFERENCES balances ON DELETE RESTRICT ON UPDATE CASCADE,
  status recurring_grant_status NOT NULL,
  amount numeric(24,6) NOT NULL,
  rollover_max numeric(24,6) NOT NULL,
  priority smallint NOT NULL DEFAULT 50,
  reason text NOT NULL,
  interval grant_interval NOT NULL,
  anchor timestamptz(3) NOT NULL,
  period_start timestamptz(3) NOT NULL,
  period_end timestamptz(3) NOT NULL,
  carried numeric(24,6) NOT NULL DEFAULT 0,
  ends_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT recurring_grants_amounts CHECK (amount > 0 AND carried >= 0 AND carried <= rollover_max),
  CONSTRAINT recurring_grants_priority CHECK (priority BETWEEN 0 AND 100),
  CONSTRAINT recurring_grants_period CHECK (anchor <= period_start AND period_start < period_end)
);

CREATE INDEX recurring_grants_balance_id_status_created_at_id_idx ON recurring_grants (balance_id, status, created_at, id);

CREATE TYPE hold_status AS ENUM ('HELD', 'COMMITTED', 'RELEASED', 'EXPIRED');

CREATE TABLE balance_holds (
  id text PRIMARY KEY,
  balance_id text NOT NULL REFERENCES balances ON DELETE RESTRICT ON UPDATE CASCADE,
  held_on_id text NOT NULL,
  owner_id text NOT NULL,
  key text NOT NULL,
  status hold_status NOT NULL,
  amount numeric(24,6) NOT NULL,
  is_priced boolean NOT NULL,
  charged numeric(24,6),
  usage_event_id text,
  subscription_id text,
  event_key text,
  subject text,
  quantity numeric(24,6),
  api_key_id text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT balance_holds_amounts CHECK (amount >= 0 AND (is_priced OR amount > 0) AND charged >= 0),
  CONSTRAINT balance_holds_charged CHECK ((status = 'COMMITTED') = (charged IS NOT NULL)),
  CONSTRAINT balance_holds_event CHECK (usage_event_id IS NULL OR status = 'COMMITTED'),
  CONSTRAINT balance_holds_usage CHECK (
    num_nulls(subscription_id, event_key, quantity) = 0 OR num_nulls(subscription_id, event_key, quantity, subject) = 4)
);

CREATE UNIQUE INDEX balance_holds_balance_id_key_key ON balance_holds (balance_id, key);
CREATE INDEX balance_holds_by_expiry ON balance_holds (held_on_id, expires_at) WHERE status = 'HELD';
CREATE INDEX balance_holds_reserved ON balance_holds (owner_id, subscription_id, subject)
  WHERE status = 'HELD' AND subscription_id IS NOT NULL;

CREATE TABLE balance_top_ups (
  invoice_id text PRIMARY KEY REFERENCES invoices ON DELETE RESTRICT ON UPDATE CASCADE,
  balance_id text NOT NULL,
  is_automatic boolean NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE INDEX balance_top_ups_balance_id_created_at_idx ON balance_top_ups (balance_id, created_at);

CREATE TABLE balance_payments (
  id text PRIMARY KEY,
  invoice_id text NOT NULL REFERENCES invoices ON DELETE RESTRICT ON UPDATE CASCADE,
  balance_id text NOT NULL REFERENCES balances ON DELETE RESTRICT ON UPDATE CASCADE,
  amount numeric(24,6) NOT NULL,
  returned_credit_id text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT balance_payments_amount CHECK (amount > 0)
);

CREATE INDEX balance_payments_invoice_id_idx ON balance_payments (invoice_id);

CREATE TYPE auto_top_up_status AS ENUM ('ACTIVE', 'STOPPED');

CREATE TABLE auto_top_ups (
  id text PRIMARY KEY,
  balance_id text NOT NULL REFERENCES balances ON DELETE RESTRICT ON UPDATE CASCADE,
  status auto_top_up_status NOT NULL,
  below numeric(24,6) NOT NULL,
  amount numeric(24,6),
  per_day_at_most numeric(24,6) NOT NULL,
  stopped_reason text,
  paused_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT auto_top_ups_amounts CHECK (amount > 0 AND per_day_at_most >= coalesce(amount, 0)),
  CONSTRAINT auto_top_ups_stopped CHECK ((status = 'STOPPED') = (stopped_reason IS NOT NULL))
);

CREATE UNIQUE INDEX auto_top_ups_balance_id_key ON auto_top_ups (balance_id);
CREATE INDEX auto_top_ups_in_use ON auto_top_ups (created_at, id) WHERE status = 'ACTIVE';

CREATE TYPE settlement_status AS ENUM ('PENDING', 'SUBMITTED', 'CONFIRMED', 'FAILED', 'TIMED_OUT', 'REVERTED');
CREATE TYPE settlement_executor AS ENUM ('direct', 'provider');
CREATE TYPE settlement_collection AS ENUM ('authorization', 'allowance', 'transfer');

CREATE TABLE settlements (
  id text PRIMARY KEY,
  invoice_id text NOT NULL REFERENCES invoices ON DELETE RESTRICT ON UPDATE CASCADE,
  service_id text NOT NULL,
  payer_id text REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  merchant_id text NOT NULL REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  payer_address text NOT NULL,
  payer_key text,
  payer_email text,
  payer_name text,
  merchant_address text NOT NULL,
  amount numeric(24,6) NOT NULL,
  currency text NOT NULL,
  reference_hash text NOT NULL,
  reference_key text NOT NULL,
  status settlement_status NOT NULL,
  collect settlement_collection,
  collector_address text,
  call_data text,
  failure text,
  recorded_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  chain_id bigint,
  executor settlement_executor,
  signer_address text,
  nonce integer,
  batch_position smallint NOT NULL DEFAULT 0,
  provider_key text,
  submitted_at timestamptz(3),
  reverted_at timestamptz(3),
  gas_used bigint,
  gas_at_risk bigint,
  submitted_block bigint,
  valid_until bigint,
  contract_address text,
  token_address text,
  transaction_hash text,
  provider_transaction_id text,
  provider_transaction_state text,
  next_check_at timestamptz(3),
  block_number bigint,
  block_hash text,
  log_index integer,
  confirmed_at timestamptz(3),
  FOREIGN KEY (service_id, merchant_id)
    REFERENCES services (id, owner_id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX settlements_provider_key_key ON settlements (provider_key);
CREATE UNIQUE INDEX settlements_one_live_of_invoice ON settlements (invoice_id)
  WHERE status <> 'FAILED' AND (status <> 'REVERTED' OR payer_key IS NULL);
CREATE UNIQUE INDEX settlements_one_live_of_reference ON settlements (merchant_id, reference_key)
  WHERE collect IS NULL AND status <> 'FAILED' AND (status <> 'REVERTED' OR payer_key IS NULL);
CREATE UNIQUE INDEX settlements_chain_id_signer_address_nonce_batch_position_key
  ON settlements (chain_id, signer_address, nonce, batch_position);
CREATE INDEX settlements_invoice_id_reference_key_idx ON settlements (invoice_id, reference_key);
CREATE INDEX settlements_created_at_id_idx ON settlements (created_at, id);
CREATE INDEX settlements_invoice_id_created_at_id_idx ON settlements (invoice_id, created_at, id);
CREATE INDEX settlements_service_id_created_at_id_idx ON settlements (service_id, created_at, id);
CREATE INDEX settlements_payer_id_created_at_id_idx ON settlements (payer_id, created_at, id);
CREATE INDEX settlements_status_created_at_id_idx ON settlements (status, created_at, id);
CREATE INDEX settlements_merchant_id_created_at_id_idx ON settlements (merchant_id, created_at, id);
CREATE INDEX settlements_merchant_id_payer_id_created_at_id_idx ON settlements (merchant_id, payer_id, created_at, id);
CREATE INDEX settlements_merchant_id_status_created_at_id_idx ON settlements (merchant_id, status, created_at, id);
CREATE INDEX settlements_to_check ON settlements (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX settlements_of_payer ON settlements (payer_key, created_at) WHERE payer_key IS NOT NULL;
CREATE INDEX settlements_undecided_at_checkout ON settlements (service_id)
  WHERE payer_key IS NOT NULL AND status IN ('PENDING', 'SUBMITTED', 'TIMED_OUT');
CREATE INDEX settlements_reverted_at_checkout ON settlements (service_id, reverted_at)
  WHERE payer_key IS NOT NULL AND reverted_at IS NOT NULL;
CREATE INDEX settlements_transaction_hash_created_at_id_idx ON settlements (transaction_hash, created_at, id);

-- One transaction may carry several settlements, so it is stored once for each of them.
CREATE TABLE settlement_transactions (
  hash text NOT NULL,
  settlement_id text NOT NULL REFERENCES settlements ON DELETE RESTRICT ON UPDATE CASCADE,
  raw text NOT NULL,
  cancels boolean NOT NULL DEFAULT false,
  signed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (hash, settlement_id)
);

CREATE INDEX settlement_transactions_settlement_id_signed_at_idx ON settlement_transactions (settlement_id, signed_at);

CREATE TABLE chain_checks (
  record_id text PRIMARY KEY,
  searched_from bigint,
  trouble_since timestamptz(3),
  trouble text
);

CREATE TABLE signers (
  chain_id bigint NOT NULL,
  address text NOT NULL,
  next_nonce integer NOT NULL,
  waiting_nonce integer,
  waiting_block bigint,
  waiting_since timestamptz(3),
  halted_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (chain_id, address)
);

CREATE TYPE credit_note_status AS ENUM ('APPLIED', 'ISSUED', 'REFUNDING', 'REFUNDED');

CREATE TABLE credit_notes (
  id text PRIMARY KEY,
  invoice_id text NOT NULL REFERENCES invoices ON DELETE RESTRICT ON UPDATE CASCADE,
  service_id text NOT NULL,
  owner_id text NOT NULL,
  user_id text NOT NULL,
  status credit_note_status NOT NULL,
  amount numeric(24,6) NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  bill_number integer,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT credit_notes_amount CHECK (amount > 0)
);

CREATE INDEX credit_notes_created_at_id_idx ON credit_notes (created_at, id);
CREATE INDEX credit_notes_invoice_id_created_at_id_idx ON credit_notes (invoice_id, created_at, id);
CREATE INDEX credit_notes_service_id_created_at_id_idx ON credit_notes (service_id, created_at, id);
CREATE INDEX credit_notes_user_id_created_at_id_idx ON credit_notes (user_id, created_at, id);
CREATE INDEX credit_notes_owner_id_created_at_id_idx ON credit_notes (owner_id, created_at, id);
CREATE INDEX credit_notes_owner_id_user_id_created_at_id_idx ON credit_notes (owner_id, user_id, created_at, id);
CREATE INDEX credit_notes_to_refund ON credit_notes (created_at, id) WHERE status = 'ISSUED';
CREATE INDEX credit_notes_to_refund_of_seller ON credit_notes (owner_id, created_at, id) WHERE status = 'ISSUED';

CREATE TABLE credit_note_lines (
  credit_note_id text NOT NULL REFERENCES credit_notes ON DELETE RESTRICT ON UPDATE CASCADE,
  position smallint NOT NULL,
  description text NOT NULL,
  quantity numeric(24,6) NOT NULL,
  unit_amount numeric(24,6) NOT NULL,
  amount numeric(24,6) NOT NULL,
  PRIMARY KEY (credit_note_id, position)
);

CREATE TYPE refund_destination AS ENUM ('BALANCE', 'WALLET');
CREATE TYPE refund_status AS ENUM ('PENDING', 'CONFIRMED', 'FAILED');

CREATE TABLE refunds (
  id text PRIMARY KEY,
  credit_note_id text NOT NULL REFERENCES credit_notes ON DELETE RESTRICT ON UPDATE CASCADE,
  destination refund_destination NOT NULL,
  status refund_status NOT NULL,
  amount numeric(24,6) NOT NULL,
  balance_id text,
  balance_credit_id text,
  link_token text,
  chain_id bigint,
  contract_address text,
  registry_address text,
  token_address text,
  settlement_id text,
  payer_address text,
  valid_until bigint,
  start_block bigint,
  failure text,
  next_check_at timestamptz(3),
  transaction_hash text,
  block_number bigint,
  block_hash text,
  log_index integer,
  refunder_address text,
  confirmed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT refunds_confirmed CHECK ((status = 'CONFIRMED') = (confirmed_at IS NOT NULL)),
  CONSTRAINT refunds_proven CHECK (status <> 'CONFIRMED' OR CASE destination
      WHEN 'BALANCE' THEN balance_credit_id IS NOT NULL
      WHEN 'WALLET' THEN transaction_hash IS NOT NULL AND block_hash IS NOT NULL AND log_index IS NOT NULL
    END)
);

CREATE UNIQUE INDEX refunds_link_token_key ON refunds (link_token);
CREATE UNIQUE INDEX refunds_one_live_of_credit_note ON refunds (credit_note_id) WHERE status <> 'FAILED';
CREATE INDEX refunds_credit_note_id_created_at_id_idx ON refunds (credit_note_id, created_at, id);
CREATE INDEX refunds_settlement_id_idx ON refunds (settlement_id) WHERE settlement_id IS NOT NULL;
CREATE INDEX refunds_to_check ON refunds (next_check_at) WHERE next_check_at IS NOT NULL;

CREATE TABLE webhook_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  service_id text,
  owner_id text,
  data json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  FOREIGN KEY (service_id, owner_id)
    REFERENCES services (id, owner_id) ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX webhook_events_created_at_id_idx ON webhook_events (created_at, id);
CREATE INDEX webhook_events_type_created_at_id_idx ON webhook_events (type, created_at, id);
CREATE INDEX webhook_events_service_id_created_at_id_idx ON webhook_events (service_id, created_at, id);
CREATE INDEX webhook_events_owner_id_created_at_id_idx ON webhook_events (owner_id, created_at, id);
CREATE INDEX webhook_events_owner_id_type_created_at_id_idx ON webhook_events (owner_id, type, created_at, id);
CREATE INDEX webhook_events_to_tell ON webhook_events (owner_id, created_at, id)
  WHERE type = 'alert.crossed' AND data->'alert'->>'tellsSubscriber' = 'true';

CREATE TYPE webhook_endpoint_status AS ENUM ('ENABLED', 'DISABLED');

CREATE TABLE webhook_endpoints (
  id text PRIMARY KEY,
  owner_id text REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  service_id text REFERENCES services ON DELETE RESTRICT ON UPDATE CASCADE,
  url text NOT NULL,
  events text[],
  status webhook_endpoint_status NOT NULL,
  disabled_reason text,
  secret text NOT NULL,
  previous_secret text,
  previous_secret_until timestamptz(3),
  failing_since timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3)
);

CREATE INDEX webhook_endpoints_created_at_id_idx ON webhook_endpoints (created_at, id);
CREATE INDEX webhook_endpoints_owner_id_created_at_id_idx ON webhook_endpoints (owner_id, created_at, id);

CREATE TYPE webhook_delivery_status AS ENUM ('PENDING', 'DELIVERED', 'FAILED');

-- Room on each page, so that taking a delivery on is written beside it and touches no index.
CREATE TABLE webhook_deliveries (
  id text PRIMARY KEY,
  endpoint_id text NOT NULL REFERENCES webhook_endpoints ON DELETE RESTRICT ON UPDATE CASCADE,
  owner_id text,
  event_id text NOT NULL REFERENCES webhook_events ON DELETE CASCADE ON UPDATE CASCADE,
  event_type text NOT NULL,
  status webhook_delivery_status NOT NULL,
  attempts jsonb NOT NULL DEFAULT '[]',
  tries integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  leased_until timestamptz(3),
  reason text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
) WITH (fillfactor = 70);

CREATE UNIQUE INDEX webhook_deliveries_event_id_endpoint_id_key ON webhook_deliveries (event_id, endpoint_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at) WHERE status = 'PENDING';
CREATE INDEX webhook_deliveries_created_at_id_idx ON webhook_deliveries (created_at, id);
CREATE INDEX webhook_deliveries_status_created_at_id_idx ON webhook_deliveries (status, created_at, id);
CREATE INDEX webhook_deliveries_endpoint_id_created_at_id_idx ON webhook_deliveries (endpoint_id, created_at, id);
CREATE INDEX webhook_deliveries_endpoint_id_status_created_at_id_idx
  ON webhook_deliveries (endpoint_id, status, created_at, id);

CREATE TYPE dispute_status AS ENUM ('OPEN', 'ACCEPTED', 'DECLINED');

CREATE TABLE disputes (
  id text PRIMARY KEY,
  invoice_id text NOT NULL REFERENCES invoices ON DELETE RESTRICT ON UPDATE CASCADE,
  service_id text NOT NULL,
  owner_id text NOT NULL,
  user_id text NOT NULL,
  status dispute_status NOT NULL,
  usage_events jsonb NOT NULL,
  reason text NOT NULL,
  amount numeric(24,6),
  currency text NOT NULL,
  answer text,
  credit_note_id text REFERENCES credit_notes ON DELETE RESTRICT ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  CONSTRAINT disputes_closed CHECK ((status = 'OPEN') = (closed_at IS NULL))
);

CREATE UNIQUE INDEX disputes_one_open_of_invoice ON disputes (invoice_id) WHERE status = 'OPEN';
CREATE INDEX disputes_created_at_id_idx ON disputes (created_at, id);
CREATE INDEX disputes_invoice_id_created_at_id_idx ON disputes (invoice_id, created_at, id);
CREATE INDEX disputes_owner_id_created_at_id_idx ON disputes (owner_id, created_at, id);
CREATE INDEX disputes_status_created_at_id_idx ON disputes (status, created_at, id);
CREATE INDEX disputes_owner_id_status_created_at_id_idx ON disputes (owner_id, status, created_at, id);

CREATE TABLE x402_payments (
  id text PRIMARY KEY,
  invoice_id text NOT NULL REFERENCES invoices ON DELETE RESTRICT ON UPDATE CASCADE,
  service_id text NOT NULL,
  owner_id text NOT NULL,
  payment_plan_id text NOT NULL,
  api_key_id text NOT NULL,
  chain_id bigint NOT NULL,
  token text NOT NULL,
  payer text NOT NULL,
  nonce text NOT NULL,
  fingerprint text NOT NULL,
  amount numeric(24,6) NOT NULL,
  quantity numeric(24,6),
  resource text,
  payment_identifier text,
  usage_event_id text,
  claimed_at timestamptz(3),
  delivered_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);

CREATE UNIQUE INDEX x402_payments_invoice_id_key ON x402_payments (invoice_id);
CREATE UNIQUE INDEX x402_payments_of_authorization ON x402_payments (nonce, payer, token, chain_id);
CREATE UNIQUE INDEX x402_payments_of_identifier ON x402_payments (owner_id, payer, payment_identifier);
CREATE INDEX x402_payments_created_at_id_idx ON x402_payments (created_at, id);
CREATE INDEX x402_payments_owner_id_created_at_id_idx ON x402_payments (owner_id, created_at, id);
CREATE INDEX x402_payments_payer_created_at_id_idx ON x402_payments (payer, created_at, id);
CREATE INDEX x402_payments_owner_id_payer_created_at_id_idx ON x402_payments (owner_id, payer, created_at, id);

CREATE TYPE email_status AS ENUM ('PENDING', 'SENT', 'SKIPPED', 'FAILED', 'UNCERTAIN');

CREATE TABLE emails (
  id text PRIMARY KEY,
  kind text NOT NULL,
  once_key text,
  owner_id text NOT NULL,
  service_id text NOT NULL,
  user_id text NOT NULL,
  invoice_id text REFERENCES invoices ON DELETE RESTRICT ON UPDATE CASCADE,
  event_id text,
  credit_note_id text,
  dispute_id text,
  recipient text NOT NULL,
  recipient_key text,
  status email_status NOT NULL,
  attempts jsonb NOT NULL DEFAULT '[]',
  tries integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  leased_until timestamptz(3),
  attempted_at timestamptz(3),
  handed_at timestamptz(3),
  reason text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

CREATE UNIQUE INDEX emails_once_key_key ON emails (once_key);
CREATE INDEX emails_due ON emails (owner_id, next_attempt_at) WHERE status = 'PENDING';
CREATE INDEX emails_handed_over ON emails (leased_until) WHERE handed_at IS NOT NULL AND status = 'PENDING';
CREATE INDEX emails_of_recipient ON emails (recipient_key, attempted_at) WHERE attempted_at IS NOT NULL;
CREATE INDEX emails_created_at_id_idx ON emails (created_at, id);
CREATE INDEX emails_owner_id_created_at_id_idx ON emails (owner_id, created_at, id);
CREATE INDEX emails_invoice_id_created_at_id_idx ON emails (invoice_id, created_at, id);
CREATE INDEX emails_user_id_created_at_id_idx ON emails (user_id, created_at, id);
CREATE INDEX emails_owner_id_user_id_created_at_id_idx ON emails (owner_id, user_id, created_at, id);
CREATE INDEX emails_status_created_at_id_idx ON emails (status, created_at, id);
CREATE INDEX emails_owner_id_status_created_at_id_idx ON emails (owner_id, status, created_at, id);
CREATE INDEX emails_of_seller ON emails (owner_id, attempted_at) WHERE attempted_at IS NOT NULL;

CREATE TABLE portal_sessions (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  owner_id text REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  token_hash text NOT NULL,
  api_key_id text NOT NULL,
  key_hash text,
  created_in_session text,
  scopes text[],
  return_url text,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3)
);

CREATE UNIQUE INDEX portal_sessions_token_hash_key ON portal_sessions (token_hash);
CREATE INDEX portal_sessions_expires_at_idx ON portal_sessions (expires_at);
CREATE INDEX portal_sessions_created_at_id_idx ON portal_sessions (created_at, id);
CREATE INDEX portal_sessions_user_id_created_at_id_idx ON portal_sessions (user_id, created_at, id);
CREATE INDEX portal_sessions_owner_id_created_at_id_idx ON portal_sessions (owner_id, created_at, id);
CREATE INDEX portal_sessions_owner_id_user_id_created_at_id_idx ON portal_sessions (owner_id, user_id, created_at, id);

CREATE TABLE dashboard_sessions (
  id text PRIMARY KEY,
  owner_id text REFERENCES users ON DELETE RESTRICT ON UPDATE CASCADE,
  api_key_id text NOT NULL,
  key_hash text,
  wallet_address text,
  created_in_session text,
  scopes text[],
  link_hash text NOT NULL,
  token_hash text,
  created_at timestamptz(3) NOT NULL,
  opened_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  -- A session is of a key or of a wallet, whose end ends it.
  CONSTRAINT dashboard_sessions_of_key_or_wallet CHECK ((key_hash IS NULL) <> (wallet_address IS NULL))
);

CREATE UNIQUE INDEX dashboard_sessions_link_hash_key ON dashboard_sessions (link_hash);
CREATE UNIQUE INDEX dashboard_sessions_token_hash_key ON dashboard_sessions (token_hash);
CREATE INDEX dashboard_sessions_created_in_session_idx ON dashboard_sessions (created_in_session);
CREATE INDEX dashboard_sessions_expires_at_idx ON dashboard_sessions (expires_at);
CREATE INDEX dashboard_sessions_created_at_id_idx ON dashboard_sessions (created_at, id);
CREATE INDEX dashboard_sessions_owner_id_created_at_id_idx ON dashboard_sessions (owner_id, created_at, id);

CREATE TABLE audit_events (
  id text PRIMARY KEY,
  owner_id text,
  api_key_id text NOT NULL,
  operation text NOT NULL,
  record_id text NOT NULL,
  request_id text NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE INDEX audit_events_created_at_id_idx ON audit_events (created_at, id);
CREATE INDEX audit_events_api_key_id_created_at_id_idx ON audit_events (api_key_id, created_at, id);
CREATE INDEX audit_events_record_id_created_at_id_idx ON audit_events (record_id, created_at, id);
CREATE INDEX audit_events_owner_id_created_at_id_idx ON audit_events (owner_id, created_at, id);
CREATE INDEX audit_events_owner_id_api_key_id_created_at_id_idx ON audit_events (owner_id, api_key_id, created_at, id);

CREATE TABLE idempotency_keys (
  id text PRIMARY KEY,
  request_hash text NOT NULL,
  answer json NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

CREATE TABLE jobs (
  name text PRIMARY KEY,
  next_run_at timestamptz(3) NOT NULL
);

-- A limit that a crash forgets harms nobody.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

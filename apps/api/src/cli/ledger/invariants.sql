-- Invariants of the ledger. `usance verify-ledger` runs each statement in one read-only snapshot. The heading of a
-- statement says what must hold; the statement selects violations: an id, and a description (`how`). To run it by
-- hand: psql -f. Events are kept for 30 days, so invariants on events cover the last 29, counted back from the setting
-- usance.now or, without it, from the current time.

-- holds: A PAID invoice has one CONFIRMED settlement; none if all that was due was paid from a balance.
SELECT i.id, format('%s CONFIRMED settlements', count(s.id)) AS how
  FROM invoices i LEFT JOIN settlements s ON s.invoice_id = i.id AND s.status = 'CONFIRMED'
 WHERE i.status = 'PAID' GROUP BY i.id
HAVING count(s.id) <> CASE WHEN i.paid_from_balance > 0 AND i.paid_from_balance = i.amount - i.credited_before_payment
                           THEN 0 ELSE 1 END;

-- holds: The invoice of a CONFIRMED settlement is PAID.
SELECT s.id, format('invoice %s is %s', i.id, i.status) AS how
  FROM settlements s JOIN invoices i ON i.id = s.invoice_id
 WHERE s.status = 'CONFIRMED' AND i.status <> 'PAID';

-- holds: An invoice says when it was paid while it is PAID, and only then.
SELECT id, format('%s, paid at %s', status, coalesce(paid_at::text, 'no time')) AS how
  FROM invoices WHERE (status = 'PAID') <> (paid_at IS NOT NULL);

-- holds: The lines of an invoice add up to its amount.
SELECT i.id, format('%s in lines, and its amount is %s', sum(l.amount), i.amount) AS how
  FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id
 GROUP BY i.id HAVING sum(l.amount) <> i.amount;

-- holds: An invoice has one live settlement at most, beside attempts at checkout that have reverted.
SELECT invoice_id AS id, string_agg(id, ', ' ORDER BY id) AS how
  FROM settlements
 WHERE status <> 'FAILED' AND (status <> 'REVERTED' OR payer_key IS NULL)
 GROUP BY invoice_id HAVING count(*) > 1;

-- holds: A seller's reference has one live settlement at most, unless the payment is collected.
SELECT reference_key AS id, string_agg(id, ', ' ORDER BY id) AS how
  FROM settlements
 WHERE collect IS NULL AND status <> 'FAILED' AND (status <> 'REVERTED' OR payer_key IS NULL)
 GROUP BY merchant_id, reference_key HAVING count(*) > 1;

-- holds: A settlement names its payer, and its invoice whom it bills, unless it is an attempt at checkout that is not confirmed.
SELECT s.id, format('%s, payer %s, user %s', s.status, s.payer_id, i.user_id) AS how
  FROM settlements s JOIN invoices i ON i.id = s.invoice_id
 WHERE (s.payer_key IS NULL OR s.status = 'CONFIRMED') AND (s.payer_id IS NULL OR i.user_id IS NULL);

-- holds: What was typed at checkout is kept while its payment may be taken, and no longer.
SELECT id, status::text AS how
  FROM settlements
 WHERE status IN ('CONFIRMED', 'FAILED') AND (payer_email IS NOT NULL OR payer_name IS NOT NULL);

-- holds: A draft or void invoice has no live settlement.
SELECT i.id, format('%s, settlement %s is %s', i.status, s.id, s.status) AS how
  FROM invoices i JOIN settlements s ON s.invoice_id = i.id AND s.status <> 'FAILED'
 WHERE i.status IN ('DRAFT', 'VOID');

-- holds: A live settlement is of its invoice's service and currency, and of what is due.
SELECT s.id, format('%s %s of service %s', s.amount, s.currency, s.service_id) AS how
  FROM settlements s JOIN invoices i ON i.id = s.invoice_id
 WHERE s.status <> 'FAILED'
   AND (s.service_id, s.amount, s.currency)
       IS DISTINCT FROM (i.service_id, i.amount - i.credited_before_payment - i.paid_from_balance, i.currency);

-- holds: A CONFIRMED settlement says in which transaction and block.
SELECT id, format('transaction %s, block %s', transaction_hash, block_hash) AS how
  FROM settlements
 WHERE status = 'CONFIRMED'
   AND (transaction_hash IS NULL OR block_hash IS NULL OR block_number IS NULL OR confirmed_at IS NULL);

-- holds: What has a nonce has been signed, and its signer goes on after it.
SELECT s.id, format('nonce %s of %s, which goes on at %s', s.nonce, s.signer_address, g.next_nonce) AS how
  FROM settlements s
  LEFT JOIN signers g ON g.chain_id = s.chain_id AND g.address = s.signer_address
 WHERE s.nonce IS NOT NULL
   AND (g.next_nonce IS NULL OR g.next_nonce <= s.nonce
        OR NOT EXISTS (SELECT FROM settlement_transactions t WHERE t.settlement_id = s.id));

-- holds: A subscription has its paid checkout session, of the same service, plan and user.
SELECT s.id, format('session %s is %s', c.id, c.status) AS how
  FROM subscriptions s LEFT JOIN checkout_sessions c ON c.id = s.checkout_session_id
 WHERE c.status IS DISTINCT FROM 'PAID'
    OR (c.service_id, c.payment_plan_id, c.user_id) IS DISTINCT FROM (s.service_id, s.payment_plan_id, s.user_id);

-- holds: A PAID checkout session has its subscription.
SELECT c.id, 'no subscription' AS how
  FROM checkout_sessions c
 WHERE c.status = 'PAID'
   AND NOT EXISTS (SELECT FROM subscriptions s WHERE s.checkout_session_id = c.id);

-- holds: A current period is one of the calendar's, counted from the subscription's anchor in UTC.
SELECT s.id, format('%s to %s from %s', s.current_period_start, s.current_period_end, s.billing_anchor) AS how
  FROM subscriptions s
  JOIN payment_plans p ON p.id = s.payment_plan_id
 CROSS JOIN LATERAL (
   SELECT s.billing_anchor AT TIME ZONE 'UTC' AS anchor,
          s.current_period_start AT TIME ZONE 'UTC' AS start,
          CASE p.billing_interval WHEN 'NONE' THEN NULL ELSE ('1 ' || p.billing_interval)::interval END AS step) t
 CROSS JOIN LATERAL (
   SELECT CASE p.billing_interval
            WHEN 'MONTH' THEN (extract(year FROM start) - extract(year FROM anchor)) * 12
                              + extract(month FROM start) - extract(month FROM anchor)
            WHEN 'WEEK' THEN (extract(epoch FROM start - anchor) / 604800)::int
            WHEN 'DAY' THEN (extract(epoch FROM start - anchor) / 86400)::int
            ELSE 0 END AS number) n
 WHERE CASE WHEN step IS NULL THEN s.current_period_end IS NOT NULL OR start <> anchor
            ELSE anchor + number * step <> start
                 OR anchor + (number + 1) * step IS DISTINCT FROM s.current_period_end AT TIME ZONE 'UTC' END;

-- holds: A subscription that ends, or ended, with a period does so at the end of its current one.
SELECT id, format('at %s, and its period ends at %s', cancel_at, coalesce(current_period_end::text, 'no time')) AS how
  FROM subscriptions
 WHERE cancel_at IS NOT NULL AND cancel_at IS DISTINCT FROM current_period_end;

-- holds: Each period begins where the one before it ended, and the last of them is the current one.
WITH periods AS (
  SELECT e.data #>> '{subscription,id}' AS id,
         (e.data #>> '{subscription,currentPeriodStart}')::timestamptz AS start,
         (e.data #>> '{subscription,currentPeriodEnd}')::timestamptz AS "end"
    FROM webhook_events e WHERE e.type IN ('subscription.created', 'subscription.renewed')),
chains AS (
  SELECT periods.*, lag("end") OVER chain AS before, lead(start) OVER chain AS after
    FROM periods WINDOW chain AS (PARTITION BY id ORDER BY start))
SELECT c.id, format('%s to %s, after %s', c.start, c."end", coalesce(c.before::text, 'none')) AS how
  FROM chains c JOIN subscriptions s ON s.id = c.id
 WHERE c.before <> c.start
    OR c.after IS NULL
       AND (c.start, c."end") IS DISTINCT FROM (s.current_period_start, s.current_period_end);

-- holds: Each renewal of a plan with a recurring price has its invoice.
SELECT e.data #>> '{subscription,id}' AS id, format('no invoice at %s', e.created_at) AS how
  FROM webhook_events e
  JOIN subscriptions s ON s.id = e.data #>> '{subscription,id}'
  JOIN payment_plans p ON p.id = s.payment_plan_id AND p.pricing_type = 'FIXED_RECURRING' AND p.amount > 0
 WHERE e.type = 'subscription.renewed'
   AND (SELECT count(*) FROM invoices i WHERE i.subscription_id = s.id
            AND i.created_at = CASE WHEN EXISTS (SELECT FROM services_on_test_clocks c WHERE c.service_id = s.service_id)
                                    THEN (e.data #>> '{subscription,currentPeriodStart}')::timestamptz
                                    ELSE e.created_at END)
     < (SELECT count(*) FROM webhook_events same
         WHERE same.type = e.type AND same.created_at = e.created_at
           AND same.data #>> '{subscription,id}' = s.id
           AND (same.id = e.id OR NOT EXISTS (SELECT FROM services_on_test_clocks c WHERE c.service_id = s.service_id)));

-- holds: What has happened has its event.
WITH made AS (
  SELECT data #>> '{invoice,id}' AS id, data #>> '{invoice,status}' AS status
    FROM webhook_events WHERE type = 'invoice.created'),
changed AS ( -- an invoice may be VOID or EXPIRED from the start
  SELECT i.* FROM invoices i
   WHERE i.user_id IS NOT NULL AND NOT EXISTS (SELECT FROM made WHERE made.id = i.id AND made.status = i.status::text)),
due AS (
  SELECT 'invoice' AS noun, id, 'invoice.created' AS type, created_at AS at, service_id
    FROM invoices WHERE user_id IS NOT NULL -- attempts at checkout bill no user
  UNION ALL SELECT 'invoice', id, 'invoice.paid', paid_at, service_id FROM invoices WHERE status = 'PAID'
  UNION ALL SELECT 'invoice', id, 'invoice.voided', updated_at, service_id FROM changed WHERE status = 'VOID'
  UNION ALL SELECT 'invoice', id, 'invoice.expired', updated_at, service_id FROM changed WHERE status = 'EXPIRED'
  UNION ALL SELECT 'subscription', id, 'subscription.created', created_at, service_id FROM subscriptions
  UNION ALL SELECT 'subscription', id, 'subscription.cancelled', updated_at, service_id
              FROM subscriptions WHERE status = 'CANCELLED'
  UNION ALL SELECT 'checkoutSession', id, 'checkout_session.' || lower(status::text), updated_at, service_id
              FROM checkout_sessions WHERE status <> 'PENDING'
  UNION ALL SELECT 'settlement', id, 'settlement.confirmed', confirmed_at, service_id
              FROM settlements WHERE status = 'CONFIRMED'),
told AS (
  SELECT type, coalesce(data #>> '{invoice,id}', data #>> '{subscription,id}',
                        data #>> '{checkoutSession,id}', data #>> '{settlement,id}') AS id
    FROM webhook_events)
SELECT due.id, format('no %s', due.type) AS how
  FROM due LEFT JOIN told ON told.type = due.type AND told.id = due.id
 WHERE told.id IS NULL
   -- whose records have other times than their events
   AND NOT EXISTS (SELECT FROM services_on_test_clocks c WHERE c.service_id = due.service_id)
   AND due.at > coalesce(nullif(current_setting('usance.now', true), '')::timestamptz, now()) - interval '29 days';

-- holds: The events of a settlement confirm it once more than they take it back while it is CONFIRMED, else as often.
WITH told AS (
  SELECT data #>> '{settlement,id}' AS id, min(created_at) AS at,
         count(*) FILTER (WHERE type = 'settlement.confirmed')
           - count(*) FILTER (WHERE type = 'settlement.reorged') AS standing
    FROM webhook_events WHERE type LIKE 'settlement.%' GROUP BY 1)
SELECT s.id, format('%s, confirmed %s times more than taken back', s.status, told.standing) AS how
  FROM settlements s JOIN told ON told.id = s.id
 WHERE told.standing <> CASE s.status WHEN 'CONFIRMED' THEN 1 ELSE 0 END
   AND NOT EXISTS (SELECT FROM services_on_test_clocks c WHERE c.service_id = s.service_id)
   AND s.created_at > coalesce(nullif(current_setting('usance.now', true), '')::timestamptz, now()) - interval '29 days';

-- holds: A delivery is of its event's type, and waits for another attempt while it is PENDING, and only then.
SELECT d.id, format('%s %s of a %s, next attempt %s', d.status, d.event_type, e.type, d.next_attempt_at) AS how
  FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
 WHERE d.event_type <> e.type OR (d.status = 'PENDING') <> (d.next_attempt_at IS NOT NULL);

-- holds: Under a spending cap no more is taken than it allows.
SELECT c.id, format('%s of %s', sum(s.amount), c.total) AS how
  FROM spending_caps c
  JOIN subscriptions b ON b.checkout_session_id = c.checkout_session_id
  JOIN invoices i ON i.subscription_id = b.id
  JOIN settlements s ON s.invoice_id = i.id AND s.status = 'CONFIRMED' AND s.collect = 'allowance'
   AND s.created_at >= c.created_at
 GROUP BY c.id, c.total HAVING sum(s.amount) > c.total;

-- holds: A usage event is of its subscription's service, user and seller.
SELECT e.id, format('subscription %s', e.subscription_id) AS how
  FROM usage_events e LEFT JOIN subscriptions s ON s.id = e.subscription_id
 WHERE (e.service_id, e.user_id, e.owner_id) IS DISTINCT FROM (s.service_id, s.user_id, s.owner_id);

-- holds: A usage event with an invoice is of its service and user.
SELECT e.id, format('invoice %s', e.invoice_id) AS how
  FROM usage_events e LEFT JOIN invoices i ON i.id = e.invoice_id
 WHERE e.invoice_id IS NOT NULL AND (e.service_id, e.user_id) IS DISTINCT FROM (i.service_id, i.user_id);

-- holds: The entries of a balance have positions without gaps, each follows from the one before, and the last is what the balance is.
WITH ledger AS (
  SELECT e.*, row_number() OVER ledger AS number,
         sum(e.available) OVER ledger AS sum_available, sum(e.held) OVER ledger AS sum_held
    FROM balance_entries e WINDOW ledger AS (PARTITION BY e.balance_id ORDER BY e.position)),
last AS (SELECT DISTINCT ON (balance_id) * FROM ledger ORDER BY balance_id, position DESC)
SELECT balance_id AS id, format('entry %s is number %s and leaves %s and %s', position, number, available_after, held_after) AS how
  FROM ledger
 WHERE (position, available_after, held_after) IS DISTINCT FROM (number, sum_available, sum_held)
UNION ALL
SELECT b.id, format('%s available and %s held at %s, after entry %s', b.available, b.held, b.position, last.position)
  FROM balances b LEFT JOIN last ON last.balance_id = b.id
 WHERE (b.available, b.held, b.position)
       IS DISTINCT FROM (coalesce(last.available_after, 0), coalesce(last.held_after, 0), coalesce(last.position, 0));

-- holds: What is left of credits, less what was spent and not yet taken from them, is what is available and held.
SELECT b.id, format('%s left of credits, %s unsettled, %s available, %s held', sum(c.remaining), b.unsettled, b.available, b.held) AS how
  FROM balances b LEFT JOIN balance_credits c ON c.balance_id = b.id AND c.remaining > 0
 GROUP BY b.id
HAVING coalesce(sum(c.remaining), 0) - b.unsettled <> b.available + b.held;

-- holds: Holds that are in place add up to what is held.
SELECT b.id, format('%s in holds, %s held', sum(h.amount), b.held) AS how
  FROM balances b LEFT JOIN balance_holds h ON h.held_on_id = b.id AND h.status = 'HELD'
 GROUP BY b.id HAVING coalesce(sum(h.amount), 0) <> b.held;

-- holds: A balance is below its overdraft only while it is FROZEN.
SELECT id, format('%s with %s available and an overdraft of %s', status, available, overdraft) AS how
  FROM balances WHERE (status = 'FROZEN') <> (available < -overdraft);

-- holds: A top-up is credited while its invoice is PAID, and only then.
SELECT t.invoice_id AS id, format('%s, and %s credited of %s', i.status, coalesce(sum(e.available), 0), i.amount) AS how
  FROM balance_top_ups t
  JOIN invoices i ON i.id = t.invoice_id
  LEFT JOIN balance_entries e
    ON e.balance_id = t.balance_id AND e.invoice_id = t.invoice_id
 GROUP BY t.invoice_id, i.status, i.amount
HAVING coalesce(sum(e.available), 0) <> CASE i.status WHEN 'PAID' THEN i.amount ELSE 0 END;

-- holds: What was paid of an invoice from balances adds up, is of its service and user, and was taken once.
SELECT i.id, format('%s of %s, with entries of %s', coalesce(sum(p.amount), 0), i.paid_from_balance, coalesce(sum(e.taken), 0)) AS how
  FROM invoices i
  LEFT JOIN (SELECT p.invoice_id, sum(p.amount) AS amount,
                    bool_and((b.service_id, b.user_id) IS NOT DISTINCT FROM (i.service_id, i.user_id)) AS is_of_both
               FROM balance_payments p
               JOIN balances b ON b.id = p.balance_id JOIN invoices i ON i.id = p.invoice_id
              GROUP BY p.invoice_id) p ON p.invoice_id = i.id
  LEFT JOIN (SELECT invoice_id, -sum(available) AS taken FROM balance_entries
              WHERE type = 'INVOICE_PAYMENT' GROUP BY invoice_id) e ON e.invoice_id = i.id
 GROUP BY i.id
HAVING coalesce(sum(p.amount), 0) <> i.paid_from_balance OR coalesce(sum(e.taken), 0) <> i.paid_from_balance
    OR NOT coalesce(bool_and(p.is_of_both), true);

-- holds: What was paid of an invoice from a balance is given back once the invoice can no longer be paid, and only then.
SELECT p.id, format('%s of an invoice that is %s, and %s given back', p.amount, i.status, coalesce(c.amount, 0)) AS how
  FROM balance_payments p
  JOIN invoices i ON i.id = p.invoice_id
  LEFT JOIN balance_credits c ON c.id = p.returned_credit_id AND c.balance_id = p.balance_id
 WHERE coalesce(c.amount, 0) <> CASE
         WHEN i.status = 'VOID' OR i.status = 'EXPIRED'
              AND NOT EXISTS (SELECT FROM settlements s WHERE s.invoice_id = i.id AND s.status <> 'FAILED')
         THEN p.amount ELSE 0 END;

-- holds: A top-up is of the service and user of its balance, and a balance is of a user.
SELECT t.invoice_id AS id, format('balance %s', t.balance_id) AS how
  FROM balance_top_ups t
  JOIN invoices i ON i.id = t.invoice_id
  LEFT JOIN balances b ON b.id = t.balance_id
 WHERE (i.service_id, i.user_id) IS DISTINCT FROM (b.service_id, b.user_id)
UNION ALL
SELECT b.id, format('user %s', b.user_id)
  FROM balances b LEFT JOIN users u ON u.id = b.user_id WHERE u.id IS NULL;

-- holds: Each credit was entered once more than it was taken back, or as often.
SELECT c.id, format('%s entered of %s', coalesce(sum(e.available), 0), c.amount) AS how
  FROM balance_credits c
  LEFT JOIN balance_entries e
    ON e.balance_id = c.balance_id AND e.credit_id = c.id AND e.type <> 'GRANT_EXPIRED'
 GROUP BY c.id, c.amount, c.invoice_id, c.refunded_invoice_id
HAVING coalesce(sum(e.available), 0)
       NOT IN (c.amount, CASE WHEN coalesce(c.invoice_id, c.refunded_invoice_id) IS NULL THEN c.amount ELSE 0 END);

-- holds: A recurring grant has one credit of its amount for each of its periods, and the last of them is the current one.
WITH granted AS (
  SELECT c.*, row_number() OVER periods AS number, lead(c.expires_at) OVER periods AS later
    FROM balance_credits c WHERE c.recurring_grant_id IS NOT NULL AND NOT c.is_carried
  WINDOW periods AS (PARTITION BY c.recurring_grant_id ORDER BY c.expires_at))
SELECT coalesce(g.id, c.recurring_grant_id) AS id, format('credit %s of %s until %s', c.number, c.amount, c.expires_at) AS how
  FROM recurring_grants g FULL JOIN granted c ON c.recurring_grant_id = g.id
 WHERE (c.balance_id, c.amount, c.priority) IS DISTINCT FROM (g.balance_id, g.amount, g.priority)
    OR c.expires_at AT TIME ZONE 'UTC' <> g.anchor AT TIME ZONE 'UTC' + c.number * ('1 ' || g.interval)::interval
    OR c.later IS NULL AND c.expires_at <> g.period_end;

-- holds: What is carried into a period of a recurring grant is what expired when it began, up to the rolloverMax.
WITH expired AS (
  SELECT c.recurring_grant_id, c.expires_at, -sum(e.available) AS amount
    FROM balance_credits c
    JOIN balance_entries e ON e.balance_id = c.balance_id AND e.credit_id = c.id AND e.type = 'GRANT_EXPIRED'
   WHERE c.recurring_grant_id IS NOT NULL GROUP BY c.recurring_grant_id, c.expires_at),
periods AS (
  SELECT c.recurring_grant_id, c.expires_at,
         coalesce(sum(c.amount) FILTER (WHERE c.is_carried), 0) AS carried,
         lag(c.expires_at) OVER (PARTITION BY c.recurring_grant_id ORDER BY c.expires_at) AS begins
    FROM balance_credits c WHERE c.recurring_grant_id IS NOT NULL GROUP BY c.recurring_grant_id, c.expires_at)
SELECT g.id, format('%s of %s carried until %s', p.carried, coalesce(e.amount, 0), p.expires_at) AS how
  FROM recurring_grants g
  JOIN periods p ON p.recurring_grant_id = g.id
  LEFT JOIN expired e ON e.recurring_grant_id = g.id AND e.expires_at = p.begins
 WHERE p.carried <> least(coalesce(e.amount, 0), g.rollover_max)
    OR p.expires_at = g.period_end AND p.carried <> g.carried;

-- holds: What was charged has its usage event, of the balance's service and user, and of its prefix if it has one.
SELECT e.usage_event_id AS id, format('entry %s of balance %s', e.position, e.balance_id) AS how
  FROM balance_entries e
  JOIN balances b ON b.id = e.balance_id
  LEFT JOIN usage_events u ON u.id = e.usage_event_id
 WHERE e.usage_event_id IS NOT NULL
   AND (u.service_id, u.user_id, coalesce(b.key_prefix, split_part(u.event_key, ':', 1)))
       IS DISTINCT FROM (b.service_id, b.user_id, split_part(u.event_key, ':', 1));

-- holds: A CHARGE has a usage event.
SELECT balance_id AS id, format('entry %s', position) AS how
  FROM balance_entries WHERE type = 'CHARGE' AND usage_event_id IS NULL;

-- holds: A hold has one entry that placed it and, unless it is in place, one that ended it. Both are of the balance that has set it aside: the one that it names, or another of its service and user for the prefix of its usage. What the commit has charged to the other is entered there.
SELECT h.id, format('%s of %s, with entries %s', h.status, h.amount, string_agg(e.type::text, ', ')) AS how
  FROM balance_holds h
  JOIN balances b ON b.id = h.balance_id
  LEFT JOIN balances o ON o.id = h.held_on_id AND (o.service_id, o.user_id) = (b.service_id, b.user_id)
   AND (o.id = b.id OR o.key_prefix = split_part(h.event_key, ':', 1))
  LEFT JOIN balance_entries e ON e.hold_id = h.id AND (e.balance_id = o.id OR e.type = 'CHARGE')
 GROUP BY h.id, h.status, h.amount, h.charged, h.usage_event_id
HAVING count(*) FILTER (WHERE e.type = 'HOLD' AND e.held = h.amount) <> 1
    OR count(*) FILTER (WHERE e.type NOT IN ('HOLD', 'CHARGE')) <> CASE h.status WHEN 'HELD' THEN 0 ELSE 1 END
    OR count(*) FILTER (WHERE e.type::text = 'HOLD_' || h.status AND e.held = -h.amount
                          AND e.usage_event_id IS NOT DISTINCT FROM h.usage_event_id)
       <> CASE h.status WHEN 'HELD' THEN 0 ELSE 1 END
    OR coalesce(sum(-e.available - e.held), 0) <> coalesce(h.charged, 0);

-- holds: A rate card belongs to the service and the seller of its plan, and its versions are 1, 2, 3 ….
SELECT c.id, format('version %s of %s, service %s of %s', c.version, count(*) OVER (PARTITION BY p.id), c.service_id, p.service_id) AS how
  FROM rate_cards c LEFT JOIN payment_plans p ON p.id = c.payment_plan_id
 WHERE (c.service_id, c.owner_id) IS DISTINCT FROM (p.service_id, p.owner_id)
    OR c.version > (SELECT count(*) FROM rate_cards other WHERE other.payment_plan_id = c.payment_plan_id);

-- holds: The credit notes of an invoice add up to what is credited of it, which is at most its amount.
SELECT i.id, format('%s in credit notes, %s credited of %s', coalesce(sum(c.amount), 0), i.credited, i.amount) AS how
  FROM invoices i LEFT JOIN credit_notes c ON c.invoice_id = i.id
 GROUP BY i.id
HAVING coalesce(sum(c.amount), 0) <> i.credited OR i.credited > i.amount
    OR coalesce(sum(c.amount) FILTER (WHERE c.status = 'APPLIED'), 0) <> i.credited_before_payment;

-- holds: The lines of a credit note add up to its amount.
SELECT c.id, format('%s in lines, and its amount is %s', sum(l.amount), c.amount) AS how
  FROM credit_notes c JOIN credit_note_lines l ON l.credit_note_id = c.id
 GROUP BY c.id HAVING sum(l.amount) <> c.amount;

-- holds: A credit note belongs to its invoice's service, seller and user, and is in its currency.
SELECT c.id, format('invoice %s of %s, user %s', c.invoice_id, i.service_id, i.user_id) AS how
  FROM credit_notes c LEFT JOIN invoices i ON i.id = c.invoice_id
 WHERE (c.service_id, c.owner_id, c.user_id, c.currency)
       IS DISTINCT FROM (i.service_id, i.owner_id, i.user_id, i.currency);

-- holds: A dispute belongs to its invoice's service, seller and user, and its credit note is of the same invoice.
SELECT d.id, format('invoice %s, credit note of %s', d.invoice_id, c.invoice_id) AS how
  FROM disputes d JOIN invoices i ON i.id = d.invoice_id LEFT JOIN credit_notes c ON c.id = d.credit_note_id
 WHERE (d.service_id, d.owner_id, d.user_id) IS DISTINCT FROM (i.service_id, i.owner_id, i.user_id)
    OR c.invoice_id <> d.invoice_id OR (d.credit_note_id IS NOT NULL AND d.status <> 'ACCEPTED');

-- holds: The chain has recorded a payment that a wallet signed with the hash of its invoice's bill.
SELECT s.id, format('%s of bill %s', s.reference_key, i.bill_hash) AS how
  FROM settlements s JOIN invoices i ON i.id = s.invoice_id
 WHERE s.payer_key IS NOT NULL AND s.status = 'CONFIRMED' AND s.reference_key <> i.bill_hash;

-- holds: A payment with x402 is of its invoice's service, seller and amount, and its usage event names the invoice.
SELECT p.id, format('invoice %s of %s, usage event of %s', p.invoice_id, i.service_id, e.invoice_id) AS how
  FROM x402_payments p JOIN invoices i ON i.id = p.invoice_id
  LEFT JOIN usage_events e ON e.subscription_id = i.subscription_id AND e.event_key = 'x402:' || p.nonce
 WHERE (p.service_id, p.owner_id, p.amount) IS DISTINCT FROM (i.service_id, i.owner_id, i.amount)
    OR (p.usage_event_id IS NOT NULL AND (e.id, e.invoice_id) IS DISTINCT FROM (p.usage_event_id, p.invoice_id));

-- holds: The events of an ACCEPTED dispute are void.
SELECT d.id, format('%s counts', event ->> 'eventKey') AS how
  FROM disputes d JOIN invoices i ON i.id = d.invoice_id
 CROSS JOIN jsonb_array_elements(d.usage_events) AS event
 WHERE d.status = 'ACCEPTED'
   AND NOT EXISTS (SELECT FROM usage_event_voids v
                    WHERE v.subscription_id = i.subscription_id AND v.event_key = event ->> 'eventKey');

-- holds: A credit note has a live refund of its amount while it is REFUNDING or REFUNDED, and only then.
SELECT c.id, format('%s of %s, refund of %s is %s', c.status, c.amount, r.amount, r.status) AS how
  FROM credit_notes c LEFT JOIN refunds r ON r.credit_note_id = c.id AND r.status <> 'FAILED'
 WHERE CASE c.status WHEN 'REFUNDING' THEN r.status IS DISTINCT FROM 'PENDING'
                     WHEN 'REFUNDED' THEN r.status IS DISTINCT FROM 'CONFIRMED'
                     ELSE r.id IS NOT NULL END
    OR r.amount <> c.amount;

-- holds: A refund to a balance is credited while its invoice is PAID, and only then.
SELECT r.id, format('%s of an invoice that is %s, and %s credited of %s', r.status, i.status, coalesce(sum(e.available), 0), r.amount) AS how
  FROM refunds r
  JOIN credit_notes n ON n.id = r.credit_note_id
  JOIN invoices i ON i.id = n.invoice_id
  LEFT JOIN balance_entries e
    ON e.balance_id = r.balance_id AND e.credit_id = r.balance_credit_id AND e.type <> 'GRANT_EXPIRED'
 WHERE r.destination = 'BALANCE'
 GROUP BY r.id, r.status, r.amount, i.status
HAVING coalesce(sum(e.available), 0) <> CASE r.status WHEN 'CONFIRMED' THEN r.amount ELSE 0 END
    OR (r.status = 'CONFIRMED') <> (i.status = 'PAID');

-- holds: A refund to a balance is a credit of its amount, of the credit note's service and user.
SELECT r.id, format('credit %s of balance %s', r.balance_credit_id, r.balance_id) AS how
  FROM refunds r
  JOIN credit_notes n ON n.id = r.credit_note_id
  LEFT JOIN balance_credits c ON c.id = r.balance_credit_id AND c.balance_id = r.balance_id
  LEFT JOIN balances b ON b.id = c.balance_id
 WHERE r.destination = 'BALANCE'
   AND (c.amount, b.service_id, b.user_id) IS DISTINCT FROM (r.amount, n.service_id, n.user_id);

-- holds: A CONFIRMED refund to a wallet pays the payer of the invoice's settlement, and says where its event is.
SELECT r.id, format('%s of %s to %s, in block %s', r.amount, s.amount, r.payer_address, r.block_hash) AS how
  FROM refunds r
  JOIN credit_notes n ON n.id = r.credit_note_id
  LEFT JOIN settlements s ON s.id = r.settlement_id AND s.invoice_id = n.invoice_id
 WHERE r.destination = 'WALLET' AND r.status = 'CONFIRMED'
   AND (s.id IS NULL OR lower(s.payer_address) <> lower(r.payer_address) OR r.amount > s.amount
        OR r.transaction_hash IS NULL OR r.block_hash IS NULL OR r.log_index IS NULL);

-- holds: A voided usage event is as its void says, and its replacement is of the same subscription.
SELECT v.usage_event_id AS id, format('%s of %s', v.event_key, v.subscription_id) AS how
  FROM usage_event_voids v
  LEFT JOIN usage_events u ON u.id = v.usage_event_id
  LEFT JOIN usage_events r ON r.id = v.replacement_id
 WHERE (u.subscription_id, u.event_key, u.invoice_id, u.occurred_at)
       IS DISTINCT FROM (v.subscription_id, v.event_key, v.invoice_id, v.occurred_at)
    OR (v.replacement_id IS NOT NULL AND r.subscription_id IS DISTINCT FROM v.subscription_id);

-- holds: What a voided usage event was charged was given back to each balance, once.
SELECT v.usage_event_id AS id, format('%s charged, %s given back', -e.available - e.held, coalesce(c.amount, 0)) AS how
  FROM usage_event_voids v
  LEFT JOIN balance_entries e ON e.usage_event_id = v.usage_event_id
  LEFT JOIN LATERAL (SELECT sum(c.amount) AS amount FROM balance_credits c
                      WHERE c.id = ANY (v.balance_credit_ids) AND c.balance_id = e.balance_id) c ON true
 WHERE e.rate_card_id IS NULL AND coalesce(-e.available - e.held, 0) <> coalesce(c.amount, 0);

-- holds: What a balance has paid for usage by rate cards is what the prepaid periods say: one for a prefix its shares, the general one the rest.
WITH periods AS (
  SELECT p.*, b.service_id, b.user_id, s ->> 0 AS key_prefix, (s ->> 1)::numeric AS share
    FROM prepaid_periods p JOIN balances b ON b.id = p.balance_id LEFT JOIN LATERAL jsonb_array_elements(p.shares) s ON true),
paid AS (
  SELECT balance_id, sum(charged) AS charged FROM prepaid_periods GROUP BY balance_id
   UNION ALL
  SELECT balance_id, -sum(share) FROM periods GROUP BY balance_id
   UNION ALL
  SELECT b.id, sum(share) FROM periods p LEFT JOIN balances b USING (service_id, user_id, key_prefix)
   WHERE p.key_prefix IS NOT NULL GROUP BY b.id)
SELECT balance_id AS id, format('%s in entries, %s in periods', e.charged, p.charged) AS how
  FROM (SELECT balance_id, sum(-available - held) AS charged FROM balance_entries
         WHERE rate_card_id IS NOT NULL GROUP BY balance_id) e
  FULL JOIN (SELECT balance_id, sum(charged) AS charged FROM paid GROUP BY balance_id) p USING (balance_id)
 WHERE coalesce(e.charged, 0) <> coalesce(p.charged, 0);

-- holds: The usage of a prepaid period is that of the events that its rate card has priced, less those that were voided.
WITH counted AS (
  SELECT p.subscription_id, p.starts_at, coalesce(sum((t ->> 1)::numeric), 0) AS quantity, coalesce(sum((t ->> 2)::bigint), 0) AS count
    FROM prepaid_periods p LEFT JOIN LATERAL jsonb_array_elements(p.totals) t ON true GROUP BY 1, 2),
recorded AS (
  SELECT u.subscription_id, p.starts_at, sum(u.quantity) AS quantity, count(*) AS count
    FROM (SELECT DISTINCT usage_event_id FROM balance_entries WHERE rate_card_id IS NOT NULL) e
    JOIN (SELECT * FROM usage_events OFFSET 0) u ON u.id = e.usage_event_id
    LEFT JOIN LATERAL (SELECT starts_at FROM prepaid_periods p
                        WHERE p.subscription_id = u.subscription_id AND p.starts_at <= u.occurred_at
                        ORDER BY starts_at DESC LIMIT 1) p ON true
   WHERE NOT EXISTS (SELECT FROM usage_event_voids v WHERE v.subscription_id = u.subscription_id AND v.event_key = u.event_key)
   GROUP BY 1, 2)
SELECT coalesce(c.subscription_id, r.subscription_id) AS id, format('from %s: %s counted in %s events, %s recorded in %s', c.starts_at, c.quantity, c.count, r.quantity, r.count) AS how
  FROM counted c FULL JOIN recorded r ON r.subscription_id = c.subscription_id AND r.starts_at = c.starts_at
 WHERE c.starts_at IS NULL OR (c.quantity, c.count) <> (coalesce(r.quantity, 0), coalesce(r.count, 0));

-- holds: The subscribers of a seller, and those of the platform, are the users with subscriptions to them, with their present e-mail address.
SELECT coalesce(s.id, u.id) AS id, format('tenant %s, address %s', coalesce(s.tenant, u.tenant), s.email_key) AS how
  FROM (SELECT DISTINCT user_id AS id, tenant
          FROM subscriptions CROSS JOIN LATERAL (VALUES (owner_id), ('')) AS "of" (tenant)) AS u
  FULL JOIN subscribers s ON s.id = u.id AND s.tenant = u.tenant
  LEFT JOIN users p ON p.id = s.id COLLATE "default"
 WHERE s.id IS NULL OR u.id IS NULL OR s.email_key IS DISTINCT FROM lower(p.email COLLATE "C");

-- holds: The sums of usage are those of the events that were recorded, less those that were voided, up to the transaction to which they have come.
WITH progress AS (
  SELECT * FROM usage_sums_progress
   WHERE server = (SELECT system_identifier::text FROM pg_control_system())),
counted AS (
  SELECT e.* FROM usage_events e CROSS JOIN progress
   WHERE e.transaction_id <= progress.through
      OR (e.transaction_id IS NULL
          AND (progress.older_are_added OR (e.created_at, e.id) <= (progress.older_created_at, progress.older_id)))),
taken AS (
  SELECT c.* FROM counted c JOIN usage_event_voids v ON v.subscription_id = c.subscription_id AND v.event_key = c.event_key
   WHERE v.transaction_id IS NULL AND c.transaction_id IS NULL
   UNION ALL
  SELECT e.* FROM usage_events e JOIN usage_event_voids v ON v.subscription_id = e.subscription_id AND v.event_key = e.event_key
   CROSS JOIN progress WHERE v.transaction_id <= progress.through),
changes AS (
  SELECT c.*, 1 AS sign FROM counted c UNION ALL SELECT t.*, -1 FROM taken t),
judged AS (
  SELECT c.service_id, c.subscription_id, to_timestamp(floor(extract(epoch FROM c.occurred_at) / 900) * 900) AS starts_at,
         split_part(c.event_key, ':', 1) COLLATE "C" AS prefix, c.sign * c.quantity AS quantity, c.sign,
         p.billing_interval <> 'NONE' AND c.occurred_at >= s.billing_anchor
           AND c.created_at >= (SELECT min(anchor + n * length) FROM generate_series(
                 CASE WHEN length = interval '1 month' THEN months - 1 ELSE floor(days / extract(day FROM length)) - 1 END::int,
                 CASE WHEN length = interval '1 month' THEN months + 2 ELSE floor(days / extract(day FROM length)) + 2 END::int) n
                WHERE anchor + n * length > at) AT TIME ZONE 'UTC' AS is_late
    FROM changes c
    JOIN subscriptions s ON s.id = c.subscription_id
    JOIN payment_plans p ON p.id = s.payment_plan_id
   CROSS JOIN LATERAL (
     SELECT s.billing_anchor AT TIME ZONE 'UTC' AS anchor, c.occurred_at AT TIME ZONE 'UTC' AS at,
            CASE p.billing_interval WHEN 'DAY' THEN interval '1 day' WHEN 'WEEK' THEN interval '7 days'
                 WHEN 'MONTH' THEN interval '1 month' END AS length) times
   CROSS JOIN LATERAL (
     SELECT extract(epoch FROM at - anchor) / 86400 AS days,
            (extract(year FROM at) - extract(year FROM anchor)) * 12 + extract(month FROM at) - extract(month FROM anchor) AS months) since),
summed AS (
  SELECT r.id COLLATE "C" AS record_id, starts_at, prefix, sum(quantity) AS quantity, sum(sign) AS count,
         coalesce(sum(quantity) FILTER (WHERE is_late), 0) AS late_quantity, coalesce(sum(sign) FILTER (WHERE is_late), 0) AS late_count
    FROM judged CROSS JOIN LATERAL (VALUES (service_id), (subscription_id)) AS r (id) GROUP BY 1, 2, 3)
SELECT record_id AS id, format('%s from %s: %s stored in %s events, %s recorded in %s', prefix, starts_at, u.quantity, u.count, summed.quantity, summed.count) AS how
  FROM (SELECT u.* FROM usage_sums u CROSS JOIN progress) u FULL JOIN summed USING (record_id, starts_at, prefix)
 WHERE (coalesce(u.quantity, 0), coalesce(u.count, 0), coalesce(u.late_quantity, 0), coalesce(u.late_count, 0))
       IS DISTINCT FROM (coalesce(summed.quantity, 0), coalesce(summed.count, 0), coalesce(summed.late_quantity, 0), coalesce(summed.late_count, 0));

-- holds: What is stored as used of a limit is the sum over the usage events that it counts, less those that were voided.
WITH counters AS (
  SELECT c.*, l.service_id, l.key_prefix, l.measure, l.seconds
    FROM usage_limit_counters c JOIN usage_limits l ON l.id = c.limit_id),
events AS (
  SELECT c.limit_id, c.subscription_id, c.subject, c.complete_from, e.occurred_at,
         CASE c.measure WHEN 'quantity' THEN e.quantity WHEN 'count' THEN 1 ELSE coalesce(b.charged, 0) END AS used
    FROM counters c
    JOIN (SELECT * FROM usage_events OFFSET 0) e ON e.service_id = c.service_id AND c.subscription_id IN ('', e.subscription_id)
     AND c.subject IN ('', coalesce(e.subject, '')) AND split_part(e.event_key, ':', 1) = coalesce(c.key_prefix, split_part(e.event_key, ':', 1))
    LEFT JOIN (SELECT usage_event_id, sum(-available - held) AS charged FROM balance_entries GROUP BY 1) b ON b.usage_event_id = e.id
   WHERE NOT EXISTS (SELECT FROM usage_event_voids v WHERE v.subscription_id = e.subscription_id AND v.event_key = e.event_key)),
stored AS (
  SELECT limit_id, subscription_id, subject, (w ->> 2)::numeric AS used,
         coalesce(to_timestamp((w ->> 0)::bigint / 1000.0)::timestamptz(3), '-infinity') AS starts_at,
         coalesce(to_timestamp((w ->> 1)::bigint / 1000.0)::timestamptz(3), 'infinity') AS ends_at
    FROM counters CROSS JOIN LATERAL jsonb_array_elements(windows) w)
SELECT limit_id AS id, format('%s %s from %s: %s stored, %s recorded', subscription_id, subject, starts_at, s.used, coalesce(sum(e.used), 0)) AS how
  FROM stored s
  LEFT JOIN LATERAL (SELECT used FROM events e WHERE e.limit_id = s.limit_id AND e.subscription_id = s.subscription_id
                        AND e.subject = s.subject AND e.occurred_at >= starts_at AND e.occurred_at < ends_at) e ON true
 GROUP BY limit_id, subscription_id, subject, starts_at, s.used HAVING s.used <> coalesce(sum(e.used), 0)
 UNION ALL
SELECT limit_id, format('%s %s used at %s is in no step', subscription_id, subject, occurred_at)
  FROM events e WHERE occurred_at >= complete_from AND used <> 0
   AND NOT EXISTS (SELECT FROM stored s WHERE s.limit_id = e.limit_id AND s.subscription_id = e.subscription_id AND s.subject = e.subject
                    AND e.occurred_at >= starts_at AND e.occurred_at < ends_at);

-- holds: Each usage root goes on from the one before, and is the hash of what was recorded and voided in its transactions.
WITH roots AS (
  SELECT r.*, lag(root) OVER w AS last_root, row_number() OVER w AS place, count(through) OVER w AS known
    FROM usage_roots r WINDOW w AS (PARTITION BY subscription_id ORDER BY number)),
changes AS (
  SELECT subscription_id, transaction_id, 0 AS is_void,
         sha256(convert_to(format(E'leaf\n%s\n%s\n%s', event_key, quantity,
                                  to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 'UTF8')) AS leaf
    FROM usage_events WHERE transaction_id IS NOT NULL
   UNION ALL
  SELECT subscription_id, transaction_id, 1, sha256(convert_to(E'void\n' || event_key, 'UTF8'))
    FROM usage_event_voids WHERE transaction_id IS NOT NULL),
placed AS (
  SELECT c.*, 1 + count(*) FILTER (WHERE leaf IS NULL) OVER
                    (PARTITION BY subscription_id ORDER BY transaction_id, leaf IS NULL ROWS UNBOUNDED PRECEDING) AS known
    FROM (SELECT * FROM changes UNION ALL
          SELECT subscription_id, through, NULL, NULL FROM roots WHERE through IS NOT NULL) c),
hashed AS (
  SELECT subscription_id, known, count(*) - sum(is_void) AS event_count, sum(is_void) AS void_count,
         '0x' || encode(sha256(string_agg(leaf, '' ORDER BY leaf)), 'hex') AS changes_hash, min(transaction_id) AS first
    FROM placed WHERE leaf IS NOT NULL GROUP BY 1, 2)
SELECT coalesce(r.subscription_id, h.subscription_id) AS id,
       CASE WHEN r.number IS NULL THEN format('%s changes are in no root', h.event_count + h.void_count)
            ELSE format('root %s: %s events and %s voids stored, %s and %s recorded', number, r.event_count, r.void_count,
                        h.event_count, h.void_count) END AS how
  FROM (SELECT * FROM roots WHERE through IS NOT NULL) r
  FULL JOIN hashed h USING (subscription_id, known)
 WHERE r.number IS NOT NULL AND (r.event_count, r.void_count, r.changes_hash) IS DISTINCT FROM (h.event_count, h.void_count, h.changes_hash)
    OR h.first <= (SELECT through FROM usage_roots_progress
                    WHERE server = (SELECT system_identifier::text FROM pg_control_system())) AND r.number IS NULL
 UNION ALL
SELECT subscription_id, format('root %s of %s', number, place) FROM roots
 WHERE number <> place OR root_before IS DISTINCT FROM last_root
    OR root <> '0x' || encode(sha256(convert_to(
         format('{"changesHash":"%s","createdAt":"%s","eventCount":%s,"number":%s,"rootBefore":%s,"subscriptionId":"%s","version":1,"voidCount":%s}',
                changes_hash, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), event_count, number,
                coalesce(to_json(root_before)::text, 'null'), subscription_id, void_count), 'UTF8')), 'hex');

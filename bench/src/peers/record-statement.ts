import {
  invoiceFields,
  jsonRecord,
  serviceFields,
  subscriptionFields,
  userFields,
} from "./json-record.ts";

/**
 * Checks, inserts and reads all that the answer nests. Without a row the subscription may not be
 * charged; `mismatch` says that the invoice is not of the same service and user; no quantity, that the
 * key is taken.
 *
 * $1 id, $2 subscription, $3 service, $4 user, $5 invoice or null, $6 key, $7 quantity, $8 occurred at,
 * $9 now
 */
export const recordStatement = `
  WITH parent AS (
    SELECT subscription.owner_id,
           $5::text IS NOT NULL AND invoice.id IS NULL AS mismatch,
           CASE WHEN invoice.id IS NOT NULL THEN ${jsonRecord("invoice", invoiceFields)} END AS invoice,
           ${jsonRecord("subscription", subscriptionFields)} AS subscription,
           ${jsonRecord("service", serviceFields)} AS service,
           ${jsonRecord("payer", userFields)} AS "user"
      FROM subscriptions subscription
      JOIN services service ON service.id = subscription.service_id
      JOIN users payer ON payer.id = subscription.user_id
      LEFT JOIN invoices invoice
        ON invoice.id = $5 AND invoice.service_id = $3 AND invoice.user_id = $4
     WHERE subscription.id = $2 AND subscription.service_id = $3 AND subscription.user_id = $4
       AND subscription.status = 'ACTIVE'
       AND (subscription.current_period_end IS NULL OR subscription.current_period_end > $9)
  ), recorded AS (
    INSERT INTO usage_events (id, subscription_id, service_id, user_id, owner_id, invoice_id,
                              event_key, quantity, occurred_at, created_at)
    SELECT $1, $2, $3, $4, owner_id, $5, $6, $7::numeric, $8::timestamptz, $9::timestamptz
      FROM parent WHERE NOT mismatch
    ON CONFLICT (subscription_id, event_key) DO NOTHING
    RETURNING quantity::text
  )
  SELECT (SELECT quantity FROM recorded) AS quantity, parent.* FROM parent`;

import {
  invoiceFields,
  jsonRecord,
  planFields,
  serviceFields,
  settlementFields,
  usageEventFields,
  userFields,
} from "./json-record.ts";

/** Rows as a JSON array, newest first. */
const list = (record: string, from: string) =>
  `(SELECT coalesce(json_agg(${record} ORDER BY one.created_at DESC, one.id DESC), '[]') FROM ${from})`;

/** A service with its owner and its plans, as one JSON value. $1: its id */
export const serviceStatement = `
  SELECT ${jsonRecord("service", serviceFields, {
    owner: jsonRecord("owner", userFields),
    paymentPlans: list(
      jsonRecord("one", planFields),
      "payment_plans one WHERE one.service_id = service.id",
    ),
  })} AS service
    FROM services service JOIN users owner ON owner.id = service.owner_id
   WHERE service.id = $1`;

/** An invoice with all that it nests, as one JSON value. $1: its id */
export const invoiceStatement = `
  SELECT ${jsonRecord("invoice", invoiceFields, {
    service: jsonRecord("service", serviceFields),
    paymentPlan: jsonRecord("plan", planFields),
    user: jsonRecord("payer", userFields),
    subscription:
      "CASE WHEN subscription.id IS NOT NULL THEN" +
      ` ${jsonRecord("subscription", ["id", "status"])} END`,
    settlements: list(
      jsonRecord("one", settlementFields),
      "settlements one WHERE one.invoice_id = invoice.id",
    ),
    usageEvents: list(
      jsonRecord("one", usageEventFields),
      "usage_events one WHERE one.invoice_id = invoice.id",
    ),
  })} AS invoice
    FROM invoices invoice
    JOIN services service ON service.id = invoice.service_id
    JOIN payment_plans plan ON plan.id = invoice.payment_plan_id
    JOIN users payer ON payer.id = invoice.user_id
    LEFT JOIN subscriptions subscription ON subscription.id = invoice.subscription_id
   WHERE invoice.id = $1`;

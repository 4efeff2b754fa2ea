import {
  creditNoteFields,
  invoiceFields,
  jsonRecord,
  lineFields,
  planFields,
  serviceFields,
  settlementFields,
  usageEventFields,
  userFields,
} from "./json-record.ts";

/** Rows as a JSON array, newest first. */
const list = (record: string, from: string) =>
  `(SELECT coalesce(json_agg(${record} ORDER BY one.created_at DESC, one.id DESC), '[]') FROM ${from})`;

const newest = (from: string, max: number) =>
  `(SELECT one.* FROM ${from} ORDER BY one.created_at DESC, one.id DESC LIMIT ${max}) AS one`;

/** For usage events: no row says that it is voided. */
const unvoided =
  "NOT EXISTS (SELECT FROM usage_event_voids void" +
  " WHERE void.invoice_id = one.invoice_id AND void.usage_event_id = one.id)";

/** A service with its owner and its plans, as one JSON value. $1: its id */
export const serviceStatement = `
  SELECT ${jsonRecord("service", serviceFields, {
    branding: "service.branding",
    logoProblem: "service.logo_problem",
    testClockId:
      "(SELECT placed.test_clock_id FROM services_on_test_clocks placed WHERE placed.service_id = service.id)",
    portal: "json_build_object('allowsCancel', service.portal_allows_cancel)",
    owner: jsonRecord("owner", userFields),
    paymentPlans: list(
      jsonRecord("one", planFields),
      "payment_plans one WHERE one.service_id = service.id",
    ),
  })} AS service
    FROM services service JOIN users owner ON owner.id = service.owner_id
   WHERE service.id = $1`;

/** An invoice with all that it nests, as one JSON value. $1: its id; $2: the address of invoices' pages */
export const invoiceStatement = `
  SELECT ${jsonRecord("invoice", invoiceFields, {
    url: "$2::text || invoice.link_token",
    service: jsonRecord("service", serviceFields),
    paymentPlan: jsonRecord("plan", planFields),
    user: jsonRecord("payer", userFields),
    subscription:
      "CASE WHEN subscription.id IS NOT NULL THEN" +
      ` ${jsonRecord("subscription", ["id", "status"])} END`,
    settlements: list(
      jsonRecord("one", settlementFields),
      newest("settlements one WHERE one.invoice_id = invoice.id", 100),
    ),
    lines:
      `(SELECT coalesce(json_agg(${jsonRecord("one", lineFields)} ORDER BY one.position), '[]')` +
      " FROM invoice_lines one WHERE one.invoice_id = invoice.id)",
    credited: "invoice.credited::text",
    amountDue:
      "(invoice.amount - invoice.credited_before_payment - invoice.paid_from_balance)::text",
    creditNotes: list(
      jsonRecord("one", creditNoteFields),
      newest("credit_notes one WHERE one.invoice_id = invoice.id", 10),
    ),
    usageEventCount:
      "(SELECT count(*) FROM (SELECT FROM usage_events one WHERE one.invoice_id = invoice.id AND" +
      ` ${unvoided}` +
      " ORDER BY one.created_at DESC, one.id DESC LIMIT 10000) AS counted)",
    usageEvents: list(
      jsonRecord("one", usageEventFields),
      newest(`usage_events one WHERE one.invoice_id = invoice.id AND ${unvoided}`, 1_000),
    ),
  })} AS invoice
    FROM invoices invoice
    JOIN services service ON service.id = invoice.service_id
    JOIN payment_plans plan ON plan.id = invoice.payment_plan_id
    JOIN users payer ON payer.id = invoice.user_id
    LEFT JOIN subscriptions subscription ON subscription.id = invoice.subscription_id
   WHERE invoice.id = $1`;

/** The operations of the specification (section 4), without `GET /health`, which takes no input. */
export const specified = new Set([
  "services.create",
  "services.list",
  "services.get",
  "plans.create",
  "plans.list",
  "checkoutSessions.create",
  "checkoutSessions.get",
  "usageEvents.create",
  "invoices.create",
  "invoices.get",
  "settlements.create",
  "settlements.get",
]);

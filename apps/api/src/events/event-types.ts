/** Every type of event that callers are told of: a noun, and what became of it. */
export const eventTypes = [
  "checkout_session.paid",
  "checkout_session.expired",
  "checkout_session.cancelled",
  "subscription.created",
  "subscription.renewed",
  "subscription.period_ended",
  "subscription.cancelled",
  "invoice.created",
  "invoice.opened",
  "invoice.paid",
  "invoice.expired",
  "invoice.voided",
  "settlement.submitted",
  "settlement.confirmed",
  "settlement.failed",
  "settlement.reorged",
] as const;

export type EventType = (typeof eventTypes)[number];

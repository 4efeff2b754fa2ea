/** What has changed a prepaid balance, by the type of its entry. */
export const entryWords = {
  TOP_UP: "Top-up",
  TOP_UP_REVERSED: "Payment undone by the chain",
  GRANT: "Credit given",
  GRANT_REVERSED: "Refunded payment undone by the chain",
  GRANT_EXPIRED: "Credit expired",
  GRANT_CARRIED: "Credit carried into the next period",
  CHARGE: "Usage",
  HOLD: "On hold for a call",
  HOLD_COMMITTED: "Call charged, the rest given back",
  HOLD_RELEASED: "Call not charged, returned",
  HOLD_EXPIRED: "Not used in time, returned",
  INVOICE_PAYMENT: "Invoice paid",
  INVOICE_PAYMENT_RETURNED: "Invoice not paid, returned",
  CHARGE_ADJUSTED: "Price adjusted",
} as const;

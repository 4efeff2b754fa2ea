import type { StateOf, StateTable, TriggerOf } from "../lib/state-table.ts";

/** Specification, section 3; the ways out of `PENDING` other than payment: docs/adr/0002. */
export const checkoutSessionStates = {
  PENDING: { complete: "PAID", pay: "PAID", expire: "EXPIRED", cancel: "CANCELLED" },
  PAID: {},
  EXPIRED: { pay: "PAID" }, // by a payment that was begun in time
  CANCELLED: {},
} as const satisfies StateTable;

export type CheckoutSessionState = StateOf<typeof checkoutSessionStates>;
export type CheckoutSessionTrigger = TriggerOf<typeof checkoutSessionStates>;

/** Specification, section 3. */
export const invoiceStates = {
  DRAFT: { finalize: "OPEN", void: "VOID" },
  OPEN: { pay: "PAID", expire: "EXPIRED", void: "VOID" },
  EXPIRED: { pay: "PAID" }, // by a settlement that was sent to the chain in time
  PAID: { reopen: "OPEN" }, // a reorganisation has taken its settlement back
  VOID: {},
} as const satisfies StateTable;

export type InvoiceState = StateOf<typeof invoiceStates>;
export type InvoiceTrigger = TriggerOf<typeof invoiceStates>;

/** A renewal moves the period of an `ACTIVE` subscription and leaves its state. */
export const subscriptionStates = {
  ACTIVE: { cancel: "CANCELLED", renew: "ACTIVE" },
  CANCELLED: {},
} as const satisfies StateTable;
export type SubscriptionState = StateOf<typeof subscriptionStates>;

/** What becomes of an event on its way to an endpoint. */
export const deliveryStates = {
  PENDING: { arrive: "DELIVERED", fail: "FAILED", redeliver: "PENDING" },
  DELIVERED: { redeliver: "PENDING" },
  FAILED: { redeliver: "PENDING" },
} as const satisfies StateTable;

export type DeliveryState = StateOf<typeof deliveryStates>;
export type DeliveryTrigger = TriggerOf<typeof deliveryStates>;

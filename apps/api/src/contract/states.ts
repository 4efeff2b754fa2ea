import type { StateOf, StateTable, TriggerOf } from "../lib/state-table.ts";

/** Specification, section 3. ADR 0002 adds the transitions other than payment. */
export const checkoutSessionStates = {
  PENDING: { complete: "PAID", pay: "PAID", expire: "EXPIRED", cancel: "CANCELLED" },
  PAID: {},
  EXPIRED: { pay: "PAID" }, // by a payment that was started in time
  CANCELLED: {},
} as const satisfies StateTable;

export type CheckoutSessionState = StateOf<typeof checkoutSessionStates>;
export type CheckoutSessionTrigger = TriggerOf<typeof checkoutSessionStates>;

/** Specification, section 3. */
export const invoiceStates = {
  DRAFT: { finalize: "OPEN", void: "VOID" },
  OPEN: { pay: "PAID", expire: "EXPIRED", void: "VOID" },
  EXPIRED: { pay: "PAID" }, // by a settlement that was sent to the chain in time
  PAID: { reopen: "OPEN" }, // a reorganisation has undone its settlement
  VOID: {},
} as const satisfies StateTable;

export type InvoiceState = StateOf<typeof invoiceStates>;
export type InvoiceTrigger = TriggerOf<typeof invoiceStates>;

/**
 * Specification, section 3. Callers see three of these states as `FAILED`. FAILED is final. TIMED_OUT has no result
 * from the chain yet. REVERTED has one, which a reorganisation can still undo. The last two can still be confirmed,
 * so they keep their invoice and their reference.
 */
export const settlementStates = {
  PENDING: { submit: "SUBMITTED", refuse: "FAILED" }, // refused before anything was sent
  SUBMITTED: { confirm: "CONFIRMED", revert: "REVERTED", fail: "FAILED", timeOut: "TIMED_OUT" },
  TIMED_OUT: { confirm: "CONFIRMED", revert: "REVERTED", fail: "FAILED" },
  REVERTED: { confirm: "CONFIRMED", fail: "FAILED" },
  CONFIRMED: { reorg: "SUBMITTED" }, // its block is no longer part of the chain
  FAILED: {},
} as const satisfies StateTable;

export type SettlementState = StateOf<typeof settlementStates>;
export type SettlementTrigger = TriggerOf<typeof settlementStates>;

/** A renewal moves the period of an `ACTIVE` subscription and keeps its state. */
export const subscriptionStates = {
  ACTIVE: { cancel: "CANCELLED", renew: "ACTIVE" },
  CANCELLED: {},
} as const satisfies StateTable;

/** The states of a webhook delivery. */
export const deliveryStates = {
  PENDING: { arrive: "DELIVERED", fail: "FAILED", redeliver: "PENDING" },
  DELIVERED: { redeliver: "PENDING" },
  FAILED: { redeliver: "PENDING" },
} as const satisfies StateTable;

export type DeliveryState = StateOf<typeof deliveryStates>;
export type DeliveryTrigger = TriggerOf<typeof deliveryStates>;

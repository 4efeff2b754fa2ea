import type { StateOf, StateTable, TriggerOf } from "../kit/state-table.ts";

/** docs/specification.md, section 3. ADR 2 adds the transitions other than payment. */
export const checkoutSessionStates = {
  PENDING: { complete: "PAID", pay: "PAID", expire: "EXPIRED", cancel: "CANCELLED" },
  PAID: {},
  EXPIRED: { pay: "PAID" }, // by a payment started before `expiresAt`
  CANCELLED: {},
} as const satisfies StateTable;

export type CheckoutSessionState = StateOf<typeof checkoutSessionStates>;
export type CheckoutSessionTrigger = TriggerOf<typeof checkoutSessionStates>;

/** docs/specification.md, section 3. */
export const invoiceStates = {
  DRAFT: { finalize: "OPEN", void: "VOID" },
  OPEN: { pay: "PAID", expire: "EXPIRED", void: "VOID" },
  EXPIRED: { pay: "PAID" }, // by a settlement started before `dueAt`
  PAID: { reopen: "OPEN" }, // a reorganization undid its settlement
  VOID: {},
} as const satisfies StateTable;

export type InvoiceState = StateOf<typeof invoiceStates>;
export type InvoiceTrigger = TriggerOf<typeof invoiceStates>;

/** A renewal changes the period of an `ACTIVE` subscription, and a scheduled cancellation its `cancelAt`, not its state. */
export const subscriptionStates = {
  ACTIVE: {
    cancel: "CANCELLED",
    schedule: "ACTIVE",
    unschedule: "ACTIVE",
    end: "CANCELLED",
    renew: "ACTIVE",
  },
  CANCELLED: {},
} as const satisfies StateTable;
export type SubscriptionState = StateOf<typeof subscriptionStates>;

/** The states of a webhook delivery. */
export const deliveryStates = {
  PENDING: { arrive: "DELIVERED", fail: "FAILED", redeliver: "PENDING" },
  DELIVERED: { redeliver: "PENDING" },
  FAILED: { redeliver: "PENDING" },
} as const satisfies StateTable;

export type DeliveryState = StateOf<typeof deliveryStates>;
export type DeliveryTrigger = TriggerOf<typeof deliveryStates>;

/**
 * The states of an e-mail. `UNCERTAIN`: its content went to the mail server, whose answer is unknown. It is not sent again,
 * because it may have arrived.
 */
export const emailStates = {
  PENDING: { accept: "SENT", skip: "SKIPPED", fail: "FAILED", lose: "UNCERTAIN" },
  SENT: {},
  SKIPPED: {},
  FAILED: {},
  UNCERTAIN: {},
} as const satisfies StateTable;

export type EmailState = StateOf<typeof emailStates>;

/** The states of a hold. Each end is final. */
export const holdStates = {
  HELD: { commit: "COMMITTED", release: "RELEASED", expire: "EXPIRED" },
  COMMITTED: {},
  RELEASED: {},
  EXPIRED: {},
} as const satisfies StateTable;

export type HoldState = StateOf<typeof holdStates>;
export type HoldTrigger = TriggerOf<typeof holdStates>;

/** The states of a recurring grant. A new period changes its dates, not its state. */
export const recurringGrantStates = {
  ACTIVE: { end: "ENDED" },
  ENDED: {},
} as const satisfies StateTable;

/** The states of a test clock. */
export const testClockStates = {
  READY: { advance: "ADVANCING" },
  ADVANCING: { arrive: "READY" },
} as const satisfies StateTable;

/**
 * The states of a credit note. `APPLIED`: it lowered what was due, so nobody paid that and there is nothing to refund.
 * `ISSUED`: its invoice was paid already.
 */
export const creditNoteStates = {
  APPLIED: {},
  ISSUED: { start: "REFUNDING", credit: "REFUNDED" },
  REFUNDING: { confirm: "REFUNDED", fail: "ISSUED" },
  REFUNDED: { reorg: "REFUNDING" },
} as const satisfies StateTable;

export type CreditNoteState = StateOf<typeof creditNoteStates>;
export type CreditNoteTrigger = TriggerOf<typeof creditNoteStates>;

/** The states of a refund. `FAILED` is final: its time is up, so the contract refuses the transaction that was prepared. */
export const refundStates = {
  PENDING: { confirm: "CONFIRMED", fail: "FAILED" },
  CONFIRMED: { reorg: "PENDING" }, // a reorganization undid it, or the payment that it gives back to a balance
  FAILED: {},
} as const satisfies StateTable;

export type RefundState = StateOf<typeof refundStates>;
export type RefundTrigger = TriggerOf<typeof refundStates>;

/** The states of a dispute. */
export const disputeStates = {
  OPEN: { accept: "ACCEPTED", decline: "DECLINED" },
  ACCEPTED: {},
  DECLINED: {},
} as const satisfies StateTable;

export type DisputeState = StateOf<typeof disputeStates>;
export type DisputeTrigger = TriggerOf<typeof disputeStates>;

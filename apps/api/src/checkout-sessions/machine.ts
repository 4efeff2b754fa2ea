import type { StateOf, StateTable, TriggerOf } from "../shared/state-table.ts";

/** Specification, section 3; the ways out of `PENDING` other than payment: docs/adr/0002. */
export const checkoutSessionStates = {
  PENDING: { complete: "PAID", pay: "PAID", expire: "EXPIRED", cancel: "CANCELLED" },
  PAID: {},
  EXPIRED: { pay: "PAID" }, // by a payment that was begun in time
  CANCELLED: {},
} as const satisfies StateTable;

export type CheckoutSessionState = StateOf<typeof checkoutSessionStates>;
export type CheckoutSessionTrigger = TriggerOf<typeof checkoutSessionStates>;

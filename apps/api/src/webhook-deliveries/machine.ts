import type { StateOf, StateTable, TriggerOf } from "../shared/state-table.ts";

/** What becomes of an event on its way to an endpoint. */
export const deliveryStates = {
  PENDING: { arrive: "DELIVERED", fail: "FAILED", redeliver: "PENDING" },
  DELIVERED: { redeliver: "PENDING" },
  FAILED: { redeliver: "PENDING" },
} as const satisfies StateTable;

export type DeliveryState = StateOf<typeof deliveryStates>;
export type DeliveryTrigger = TriggerOf<typeof deliveryStates>;

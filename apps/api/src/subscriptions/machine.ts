import type { StateTable } from "../shared/state-table.ts";

/** A renewal moves the period of an `ACTIVE` subscription and leaves its state. */
export const subscriptionStates = {
  ACTIVE: { cancel: "CANCELLED", renew: "ACTIVE" },
  CANCELLED: {},
} as const satisfies StateTable;

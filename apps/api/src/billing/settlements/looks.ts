import type { SettlementState } from "../../contract/states.ts";

/** How long after a look the reconciler has the next, in seconds. */
const pauses: Readonly<Record<SettlementState, number>> = {
  PENDING: 5, // its caller is at it
  SUBMITTED: 5,
  TIMED_OUT: 5,
  REVERTED: 5,
  CONFIRMED: 10, // until it is final
  FAILED: 5, // until its nonce is used
};

/** When to look at a settlement of a state again, from now on. */
export function lookAt(state: SettlementState, now: Date): Date {
  return new Date(now.getTime() + pauses[state] * 1_000);
}

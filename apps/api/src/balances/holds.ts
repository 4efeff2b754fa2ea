/* The rows of holds, for the modules that place and end them while their balance is locked. */

export {
  findHoldsAsked,
  findHoldsById,
  findHoldsByKey,
  type HoldEnd,
  type HoldView,
  holdsToEnd,
  holdsToInsert,
  stateAfter,
} from "./hold-store.ts";

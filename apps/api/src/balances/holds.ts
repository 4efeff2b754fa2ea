/* The rows of holds, for the modules that place and end them while their balance is locked. */

export {
  endHolds,
  findHoldsAsked,
  findHoldsById,
  findHoldsByKey,
  type HoldEnd,
  type HoldView,
  insertHolds,
} from "./hold-store.ts";

/* What was taken for usage events, for the module that records them. */

export { findCharges } from "./store.ts";

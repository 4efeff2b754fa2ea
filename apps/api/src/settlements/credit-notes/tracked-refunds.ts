/* Refunds as they are stored, for the page on which they are paid. */

export { findRefundByLink, type TrackedRefund } from "./store.ts";

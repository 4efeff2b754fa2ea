/*
 * The commands of `usance webhooks`: they forward events of the service, or sample events, to a receiver on this
 * machine.
 */
export { findService, httpAddress } from "./find-service.ts";
export { listen } from "./listen.ts";
export { RelayError } from "./relay-error.ts";
export { eventType, trigger } from "./trigger.ts";

/* What moves a test clock: server/time/run-test-clock.ts. */
export {
  arrive,
  endLease,
  findAdvancing,
  findClocksInUse,
  findServicesOn,
  type Lease,
  leaseTestClock,
  moveTestClock,
  startAdvance,
} from "./store.ts";

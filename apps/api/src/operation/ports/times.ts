import type { Queryable } from "../../db/client.ts";
import type { Clock } from "../../kit/clock.ts";

/** Tells what time it is for a service: that of its test clock, if it is on one, otherwise the real time. */
export interface Times {
  /** Whether services can be on test clocks here: only on local chains and testnets. */
  readonly areTestClocksAllowed: boolean;
  /** The time of a service. A `TestTime` if the service is on a test clock. */
  of(db: Queryable, serviceId: string): Promise<Date>;
  /** The time of the service of the record that a checked input names; the real time if it names none. */
  ofInput(db: Queryable, input: unknown): Promise<Date>;
}

/** Whose due records a sweep works on: those of the services on a test clock, or of all services on none. */
export interface DueScope {
  /** Id of the test clock; null: none. */
  readonly testClockId: string | null;
  readonly now: () => Date;
}

/** The records of all services that are on no test clock. */
export const realScope = (clock: Clock): DueScope => ({
  testClockId: null,
  now: () => clock.now(),
});

/** The source of the current time. It is injected, so that tests can move through years. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

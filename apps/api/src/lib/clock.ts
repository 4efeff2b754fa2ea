/** Where the service gets the time from: injected, so that tests can live through years. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

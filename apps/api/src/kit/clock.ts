/** The source of the current time. It is injected, so that tests can move through years. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/**
 * The time of a service that is on a test clock, with the real time at which it was read. It is passed on as `now` like any
 * other time. Only code whose work runs in real time, such as deliveries and the chain, asks for the real time.
 */
export class TestTime extends Date {
  readonly real: Date;

  constructor(time: Date, real: Date) {
    super(time);
    this.real = real;
  }
}

/** The real time at `now`, whether or not `now` is the time of a test clock. */
export function realTime(now: Date): Date {
  return now instanceof TestTime ? now.real : now;
}

/** Returns `now` if it is a test clock's time; null if it is the real time. */
export const testTimeIn = (now: Date): TestTime | null => (now instanceof TestTime ? now : null);

import { setTimeout as sleep } from "node:timers/promises";

/**
 * Sends something once. @param next the pause before the next attempt in seconds, if this one fails; null: there is
 * none
 */
export type Attempt<Thing> = (thing: Thing, next: number | null) => Promise<boolean>;

const longestWaitS = 30;
/** A limit, so that an absent receiver does not fill the memory. */
const maxWaiting = 1_000;

/**
 * Repeats an attempt until it succeeds, after 1, 2, 4 … up to 30 s, without an end.
 *
 * @param pause waits between attempts
 * @returns resolves after the first attempt; retries run in the background
 */
export function keepTrying<Thing>(
  attempt: Attempt<Thing>,
  pause: (ms: number) => Promise<void> = sleep,
): (thing: Thing) => Promise<void> {
  let waiting = 0;

  const again = async (thing: Thing) => {
    waiting += 1;
    let wait = 1;
    let arrived = false;
    while (!arrived) {
      await pause(wait * 1_000);
      wait = Math.min(2 * wait, longestWaitS);
      arrived = await attempt(thing, wait);
    }
    waiting -= 1;
  };

  return async (thing) => {
    const full = waiting >= maxWaiting;
    const arrived = await attempt(thing, full ? null : 1);
    if (!arrived && !full) void again(thing);
  };
}

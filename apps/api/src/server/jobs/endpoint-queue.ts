import type { TakenDelivery } from "../../notify/webhooks/deliveries/deliver.ts";

/**
 * As many deliveries are claimed ahead as the endpoint recently answered in this time, in milliseconds. So a fast endpoint
 * does not wait for the next query, and a silent one has none ahead.
 */
const aheadMs = 100;
const maxAhead = 320;
/** How long a delivery may wait here, in milliseconds. Meanwhile the endpoint may be disabled or get a new secret. */
const staleMs = 1_000;

/** The deliveries to one endpoint that this process has claimed: those being attempted, and those that are next. */
export class EndpointQueue {
  readonly #each: number;
  readonly #now: () => number;
  readonly #waiting: { readonly delivery: TakenDelivery; readonly since: number }[] = [];
  #underWay = 0;
  #arrived = 0;
  #failed = false;
  #countedSince: number;

  /**
   * @param each the maximum number of concurrent attempts
   * @param now in milliseconds
   */
  constructor(each: number, now = () => performance.now()) {
    this.#each = each;
    this.#now = now;
    this.#countedSince = now();
  }

  /** How many are claimed. */
  get size(): number {
    return this.#underWay + this.#waiting.length;
  }

  add(delivery: TakenDelivery): void {
    this.#waiting.push({ delivery, since: this.#now() });
  }

  /** Returns the delivery to attempt now; null when none waits or no more may be attempted. */
  next(): TakenDelivery | null {
    if (this.#underWay >= this.#each) return null;
    const next = this.#waiting.shift();
    if (next === undefined) return null;
    this.#underWay += 1;
    return next.delivery;
  }

  /**
   * Counts an attempt that has ended.
   *
   * @returns the deliveries to give back: after a failure those that wait, because a failing endpoint has fewer attempts
   */
  end(arrived: boolean): TakenDelivery[] {
    this.#underWay -= 1;
    if (arrived) {
      this.#arrived += 1;
      return [];
    }
    this.#failed = true;
    return this.takeAll();
  }

  /** Returns how many may be claimed ahead, by what has arrived since the last call. None after a failure. */
  ahead(): number {
    const now = this.#now();
    const pace = this.#arrived / Math.max(1, now - this.#countedSince);
    const ahead = this.#failed ? 0 : Math.min(maxAhead, Math.floor(pace * aheadMs));
    this.#arrived = 0;
    this.#failed = false;
    this.#countedSince = now;
    return ahead;
  }

  /** Removes and returns the deliveries that have waited too long to be attempted. */
  takeStale(): TakenDelivery[] {
    const now = this.#now();
    const fresh = this.#waiting.findIndex(({ since }) => now - since < staleMs);
    return this.#take(fresh === -1 ? this.#waiting.length : fresh);
  }

  /** Removes and returns all deliveries that wait. */
  takeAll(): TakenDelivery[] {
    return this.#take(this.#waiting.length);
  }

  #take(count: number): TakenDelivery[] {
    return count === 0 ? [] : this.#waiting.splice(0, count).map(({ delivery }) => delivery);
  }
}

/** How much work may run at once under a name. */
export interface Share {
  readonly name: string;
  readonly max: number;
}

/** The shares that a piece of work takes. It waits under the name of the first, its owner's. */
export type Shares = readonly [Share, ...Share[]];

interface Waiting {
  readonly shares: Shares;
  readonly start: () => void;
}

/**
 * Runs work in turns, within this process: each name has a limit of work at once. Waiting work of the owner with the
 * least work running goes first, so one owner's queue delays nobody else's.
 */
export class Turns {
  readonly #limits: { readonly maxWaiting: number; readonly waitMs: number };
  readonly #running = new Map<string, number>();
  /** By owner, in order of arrival. */
  readonly #waiting = new Map<string, Waiting[]>();

  /** @param limits.maxWaiting how much work of one owner may wait @param limits.waitMs how long */
  constructor(limits: { readonly maxWaiting: number; readonly waitMs: number }) {
    this.#limits = limits;
  }

  /**
   * Waits for a turn. @returns a function that ends the turn; null when too much of the owner's work waits, or this has
   * waited too long
   */
  async take(shares: Shares): Promise<(() => void) | null> {
    if (this.#isRoom(shares)) return this.#begin(shares);
    const owner = shares[0].name;
    const queue = this.#waiting.get(owner) ?? [];
    if (queue.length >= this.#limits.maxWaiting) return null;
    this.#waiting.set(owner, queue);
    return new Promise((resolve) => {
      const waiting = {
        shares,
        start: () => {
          clearTimeout(timer);
          resolve(this.#begin(shares));
        },
      };
      const timer = setTimeout(() => {
        this.#remove(queue, waiting);
        resolve(null);
      }, this.#limits.waitMs);
      queue.push(waiting);
    });
  }

  #isRoom(shares: readonly Share[]): boolean {
    return shares.every(({ name, max }) => (this.#running.get(name) ?? 0) < max);
  }

  #begin(shares: Shares): () => void {
    this.#count(shares, 1);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.#count(shares, -1);
      this.#startWaiting();
    };
  }

  #count(shares: Shares, by: 1 | -1): void {
    for (const { name } of shares) {
      const running = (this.#running.get(name) ?? 0) + by;
      if (running === 0) this.#running.delete(name);
      else this.#running.set(name, running);
    }
  }

  #startWaiting(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#remove(next.queue, next.waiting);
      this.#moveBack(next.queue, next.waiting);
      next.waiting.start();
    }
  }

  /** The first work that has room, of the owner with the least work running. */
  #next() {
    let next: { queue: Waiting[]; waiting: Waiting; running: number } | undefined;
    for (const [owner, queue] of this.#waiting) {
      const running = this.#running.get(owner) ?? 0;
      if (next !== undefined && next.running <= running) continue;
      if (!this.#isRoom(queue[0]?.shares.slice(0, 1) ?? [])) continue;
      const waiting = queue.find(({ shares }) => this.#isRoom(shares));
      if (waiting !== undefined) next = { queue, waiting, running };
    }
    return next;
  }

  /** Moves the owner to the end, so that among owners with equal work running, the last to start work goes last. */
  #moveBack(queue: Waiting[], { shares: [{ name: owner }] }: Waiting): void {
    if (this.#waiting.delete(owner)) this.#waiting.set(owner, queue);
  }

  #remove(queue: Waiting[], waiting: Waiting): void {
    queue.splice(queue.indexOf(waiting), 1);
    if (queue.length === 0) this.#waiting.delete(waiting.shares[0].name);
  }
}

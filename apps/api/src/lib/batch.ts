/** How items are put into batches. */
export interface Batching {
  /** The largest batch. */
  readonly max: number;
  /** How many items may wait for the next batch; further ones are refused immediately. */
  readonly maxWaiting: number;
  /**
   * How many items must wait before a second batch starts during the first. So one batch can run while the
   * results of the other are handed out. Default: there is no second batch.
   */
  readonly enoughForSecond?: number;
  /**
   * Whether the second batch must also wait until the first one allows it: a batch that takes locks allows it once it has
   * them, so that batches get locks in the order of arrival. Default: false.
   */
  readonly isSecondOnRequest?: boolean;
  /**
   * The size of a result, and that of all results of a batch together. After a batch with large results, the next one has
   * fewer items, so that a batch of other callers need not wait for long.
   */
  readonly results?: { readonly sizeOf: (result: unknown) => number; readonly max: number };
  /** Whether a single item may have caused an error. Then the batch is split and tried again. */
  readonly isOfOne: (error: unknown) => boolean;
}

/** The queue is full. Nothing was done for the item. */
export class TooManyWaiting extends Error {
  override readonly name = "TooManyWaiting";
}

/** The result of one item of several, or what failed it. */
type Settled<Result> =
  | { readonly isDone: true; readonly result: Result }
  | { readonly isDone: false; readonly error: unknown };

/** Does work in batches. */
export interface Batches<Item, Result> {
  /** @throws TooManyWaiting, or what the work throws */
  one(item: Item): Promise<Result>;
  /**
   * Items that arrive together wait together: their caller gets one promise, and not one for each of them.
   *
   * @returns the result or the error of each item, in order
   * @throws TooManyWaiting, or what the work throws, if the same error failed all items
   */
  all(items: readonly Item[]): Promise<readonly Settled<Result>[]>;
}

/**
 * Does the whole batch or nothing of it.
 *
 * @param allowSecond allows a second batch to start; only for batches with `isSecondOnRequest`
 * @returns a result for each item, in their order
 */
export type BatchWork<Item, Result> = (
  items: readonly Item[],
  allowSecond: () => void,
) => Promise<readonly Result[]>;

/**
 * Batches work: items that arrive during a batch form the next one. A lone item runs immediately; there is
 * no batching delay. A batch that fails because of one item is halved until that item is alone.
 */
export function batched<Item, Result>(
  work: BatchWork<Item, Result>,
  batching: Batching,
): Batches<Item, Result> {
  const queue = new Queue(work, batching);
  const all = (items: readonly Item[]) => {
    const arrival = new Arrival<Result>(items.length);
    queue.add(items, arrival);
    return arrival.settled;
  };
  return {
    one: async (item) => {
      const [settled] = await all([item]);
      if (settled?.isDone !== true) throw settled?.error;
      return settled.result;
    },
    all,
  };
}

/** Items that one caller added together, until all of them are settled. */
class Arrival<Result> {
  readonly settled: Promise<readonly Settled<Result>[]>;
  readonly #outcomes: Settled<Result>[];
  readonly #resolve: (outcomes: readonly Settled<Result>[]) => void;
  readonly #reject: (error: unknown) => void;
  #left: number;

  constructor(count: number) {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Settled<Result>[]>();
    this.settled = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#outcomes = new Array(count);
    this.#left = count;
    if (count === 0) resolve([]);
  }

  settle(place: number, outcome: Settled<Result>): void {
    this.#outcomes[place] = outcome;
    this.#left -= 1;
    if (this.#left > 0) return;
    const [first] = this.#outcomes;
    const isSame = (one: Settled<Result>) =>
      !one.isDone && !first?.isDone && one.error === first?.error;
    if (first?.isDone === false && this.#outcomes.every(isSame)) this.#reject(first.error);
    else this.#resolve(this.#outcomes);
  }
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly arrival: Arrival<Result>;
  /** The item's place in its arrival. */
  readonly place: number;
}

class Queue<Item, Result> {
  readonly #work: BatchWork<Item, Result>;
  readonly #batching: Batching;
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;
  /** The largest batch that can start now. */
  #max: number;
  /** Whether another batch may start during the one that started last. */
  #isSecondAllowed = true;

  constructor(work: BatchWork<Item, Result>, batching: Batching) {
    this.#work = work;
    this.#batching = batching;
    this.#max = batching.max;
  }

  /** Items for which there is no room are refused; the others wait. */
  add(items: readonly Item[], arrival: Arrival<Result>): void {
    const room = Math.max(0, this.#batching.maxWaiting - this.#waiting.length);
    for (const [place, item] of items.slice(0, room).entries()) {
      this.#waiting.push({ item, arrival, place });
    }
    if (items.length > room) {
      const error = new TooManyWaiting();
      for (let place = room; place < items.length; place += 1) {
        arrival.settle(place, { isDone: false, error });
      }
    }
    // In a microtask: items that are added in the same turn share the batch.
    if (this.#mayStart()) queueMicrotask(() => this.#start());
  }

  #mayStart(): boolean {
    if (this.#running === 0) return this.#waiting.length > 0;
    const { enoughForSecond = Number.POSITIVE_INFINITY } = this.#batching;
    const isEnough = this.#running === 1 && this.#waiting.length >= enoughForSecond;
    return isEnough && this.#isSecondAllowed;
  }

  #start(): void {
    if (!this.#mayStart()) return;
    const batch = this.#waiting.slice(0, this.#nextSize());
    this.#waiting = this.#waiting.slice(batch.length);
    this.#running += 1;
    this.#isSecondAllowed = this.#batching.isSecondOnRequest !== true;
    let isLast = true;
    const allowSecond = () => {
      if (!isLast) return; // a later batch has started
      isLast = false;
      this.#isSecondAllowed = true;
      this.#start();
    };
    void this.#run(batch, allowSecond).then((settle) => {
      this.#running -= 1;
      allowSecond();
      this.#start();
      settle(); // after the next batch has started
    });
  }

  /** Items that arrived together are not divided, if a batch has room for them: their order is kept within a batch. */
  #nextSize(): number {
    const max = this.#max;
    const next = this.#waiting[max];
    if (next === undefined) return this.#waiting.length;
    const first = max - next.place;
    return first > 0 ? first : max;
  }

  #noteSizes(all: readonly unknown[]): void {
    const { max, results } = this.#batching;
    if (results === undefined) return;
    const total = all.reduce<number>((sum, one) => sum + results.sizeOf(one), 0);
    const fitting = Math.floor((results.max * all.length) / Math.max(total, 1));
    this.#max = Math.min(max, Math.max(1, fitting));
  }

  /** @returns a function that settles the items of the batch */
  async #run(
    batch: readonly Waiting<Item, Result>[],
    allowSecond: () => void,
  ): Promise<() => void> {
    try {
      const results = await this.#work(
        batch.map(({ item }) => item),
        allowSecond,
      );
      this.#noteSizes(results);
      return () => {
        for (const [index, { arrival, place }] of batch.entries()) {
          arrival.settle(place, { isDone: true, result: results[index] as Result });
        }
      };
    } catch (error) {
      if (batch.length > 1 && this.#batching.isOfOne(error)) {
        const middle = Math.ceil(batch.length / 2);
        const halves = [batch.slice(0, middle), batch.slice(middle)];
        // Each half is settled as soon as it is done: the other may be slow to fail.
        await Promise.all(halves.map(async (half) => (await this.#run(half, allowSecond))()));
        return () => {};
      }
      return () => {
        for (const { arrival, place } of batch) arrival.settle(place, { isDone: false, error });
      };
    }
  }
}

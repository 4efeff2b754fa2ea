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
  /**
   * Returns the owner of an item. Owners with fewer than `enoughForSecond` waiting items share batches; one with more
   * has its own, two at a time, beside one shared batch. So no owner waits for all items of another. Default: one owner
   * for all.
   */
  readonly ownerOf?: (item: never) => unknown;
  /** Returns whether one item may have caused an error; then the batch is split and tried again. */
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

/** What one owner has in the queue. */
interface Owned<Item, Result> {
  readonly owner: unknown;
  readonly waiting: Waiting<Item, Result>[];
  /** How many batches with items of the owner run. */
  running: number;
}

/** The items of a batch. */
interface Batch<Item, Result> {
  readonly items: readonly Waiting<Item, Result>[];
  readonly owners: readonly Owned<Item, Result>[];
  /** Whether all its items are of one owner, who has many. */
  readonly isLarge: boolean;
}

/** The share of the queue that owners with many items leave to others. */
const leftToOthers = 0.1;

/** For how long owners with many items make way after a batch of others, in milliseconds. */
const makeWayMs = 1_000;

class Queue<Item, Result> {
  readonly #work: BatchWork<Item, Result>;
  readonly #batching: Batching;
  /** How many items of an owner are many. */
  readonly #many: number;
  /** Owners with items in the queue or in a batch, in the order in which their last large batches started. */
  readonly #owners = new Map<unknown, Owned<Item, Result>>();
  #waiting = 0;
  readonly #running = { large: 0, shared: 0 };
  /** The largest batch that can start now. */
  #max: number;
  /** Until when one large batch may run at a time, so that others wait less; by performance.now(). */
  #makesWayUntil = 0;
  /** Whether another batch may start during the one that started last. */
  #isSecondAllowed = true;

  constructor(work: BatchWork<Item, Result>, batching: Batching) {
    this.#work = work;
    this.#batching = batching;
    this.#many = batching.enoughForSecond ?? Number.POSITIVE_INFINITY;
    this.#max = batching.max;
  }

  /** Adds items to the queue, and refuses those for which it has no room. */
  add(items: readonly Item[], arrival: Arrival<Result>): void {
    let refusal: TooManyWaiting | undefined;
    for (const [place, item] of items.entries()) {
      const owned = this.#ownedBy(item);
      if (this.#waiting >= this.#room(owned)) {
        refusal ??= new TooManyWaiting();
        arrival.settle(place, { isDone: false, error: refusal });
        continue;
      }
      owned.waiting.push({ item, arrival, place });
      this.#waiting += 1;
    }
    // In a microtask: items that are added in the same tick share the batch.
    if (this.#waiting > 0) queueMicrotask(() => this.#start());
  }

  #ownedBy(item: Item): Owned<Item, Result> {
    const owner = this.#batching.ownerOf?.(item as never);
    const owned = this.#owners.get(owner) ?? { owner, waiting: [], running: 0 };
    this.#owners.set(owner, owned);
    return owned;
  }

  /** Returns how many items may wait in total when an owner adds one. */
  #room({ waiting }: Owned<Item, Result>): number {
    const { maxWaiting, ownerOf } = this.#batching;
    const isLeft = ownerOf !== undefined && waiting.length >= this.#many;
    return isLeft ? Math.floor(maxWaiting * (1 - leftToOthers)) : maxWaiting;
  }

  #start(): void {
    for (let batch = this.#next(); batch !== null; batch = this.#next()) this.#begin(batch);
  }

  #begin(batch: Batch<Item, Result>): void {
    const kind = batch.isLarge ? "large" : "shared";
    if (!batch.isLarge && this.#running.large > 0) {
      this.#makesWayUntil = performance.now() + makeWayMs;
    }
    this.#waiting -= batch.items.length;
    this.#running[kind] += 1;
    for (const owned of batch.owners) owned.running += 1;
    this.#isSecondAllowed = this.#batching.isSecondOnRequest !== true;
    let isLast = true;
    const allowSecond = () => {
      if (!isLast) return; // a later batch has started
      isLast = false;
      this.#isSecondAllowed = true;
      this.#start();
    };
    void this.#run(batch.items, allowSecond).then((settle) => {
      this.#running[kind] -= 1;
      for (const owned of batch.owners) owned.running -= 1;
      this.#forgetOwners();
      allowSecond();
      this.#start();
      settle(); // after the next batch has started
    });
  }

  #forgetOwners(): void {
    for (const { owner, waiting, running } of this.#owners.values()) {
      if (waiting.length === 0 && running === 0) this.#owners.delete(owner);
    }
  }

  /** Takes the items of the next batch from the queue. @returns null when none may start now */
  #next(): Batch<Item, Result> | null {
    const { large, shared } = this.#running;
    if (this.#waiting === 0 || (large + shared > 0 && !this.#isSecondAllowed)) return null;
    if (shared > 0 && this.#waiting < this.#many) return null;
    const owners = [...this.#owners.values()].filter(({ waiting }) => waiting.length > 0);
    const few = owners.filter(({ waiting }) => waiting.length < this.#many);
    if (this.#mayShare(few)) return this.#shared(few);
    if (large >= (performance.now() < this.#makesWayUntil ? 1 : 2)) return null;
    const many = owners.filter((one) => one.waiting.length >= this.#many && one.running < 2);
    const next = many.find(({ running }) => running === 0) ?? many[0];
    return next === undefined ? null : this.#large(next);
  }

  /** Returns whether a shared batch may start. */
  #mayShare(few: readonly Owned<Item, Result>[]): boolean {
    const { large, shared } = this.#running;
    if (large + shared === 0 || few.length === 0) return few.length > 0;
    if (shared === 0 && few.some(({ running }) => running === 0)) return true;
    const waiting = few.reduce((sum, one) => sum + one.waiting.length, 0);
    return large + shared === 1 && waiting >= this.#many;
  }

  #shared(few: readonly Owned<Item, Result>[]): Batch<Item, Result> {
    const items: Waiting<Item, Result>[] = [];
    const owners: Owned<Item, Result>[] = [];
    for (const owned of few) {
      const size = this.#sizeOf(owned);
      if (items.length > 0 && items.length + size > this.#max) break;
      items.push(...owned.waiting.splice(0, size));
      owners.push(owned);
    }
    return { items, owners, isLarge: false };
  }

  #large(owned: Owned<Item, Result>): Batch<Item, Result> {
    this.#owners.delete(owned.owner);
    this.#owners.set(owned.owner, owned);
    const items = owned.waiting.splice(0, this.#sizeOf(owned));
    return { items, owners: [owned], isLarge: true };
  }

  /** Items that arrived together are not divided, if a batch has room for them: their order is kept within a batch. */
  #sizeOf({ waiting }: Owned<Item, Result>): number {
    const max = this.#max;
    const next = waiting[max];
    if (next === undefined) return waiting.length;
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

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
  /** Whether a single item may have caused an error. Then the batch is split and tried again. */
  readonly isOfOne: (error: unknown) => boolean;
}

/** The queue is full. Nothing was done for the item. */
export class TooManyWaiting extends Error {
  override readonly name = "TooManyWaiting";
}

/**
 * Batches work: items that arrive during a batch form the next one. A lone item runs immediately; there is
 * no batching delay. A batch that fails because of one item is halved until that item is alone.
 *
 * @param work does the whole batch or nothing of it, and returns a result for each item, in their order
 * @returns a function that does the work for one item. It throws TooManyWaiting, or what the work throws
 */
export function batched<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  batching: Batching,
): (item: Item) => Promise<Result> {
  const queue = new Queue(work, batching);
  return (item) => queue.add(item);
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

class Queue<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #batching: Batching;
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;

  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>, batching: Batching) {
    this.#work = work;
    this.#batching = batching;
  }

  add(item: Item): Promise<Result> {
    if (this.#waiting.length >= this.#batching.maxWaiting) {
      return Promise.reject(new TooManyWaiting());
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      // In a microtask: items that are added in the same turn share the batch.
      if (this.#mayStart()) queueMicrotask(() => this.#start());
    });
  }

  #mayStart(): boolean {
    if (this.#running === 0) return this.#waiting.length > 0;
    const { enoughForSecond = Number.POSITIVE_INFINITY } = this.#batching;
    return this.#running === 1 && this.#waiting.length >= enoughForSecond;
  }

  #start(): void {
    if (!this.#mayStart()) return;
    const batch = this.#waiting.slice(0, this.#batching.max);
    this.#waiting = this.#waiting.slice(batch.length);
    this.#running += 1;
    void this.#run(batch).then((settle) => {
      this.#running -= 1;
      this.#start();
      settle(); // after the next batch has started
    });
  }

  /** @returns a function that settles the promises of the batch's items */
  async #run(batch: readonly Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await this.#work(batch.map(({ item }) => item));
      return () => {
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      };
    } catch (error) {
      if (batch.length > 1 && this.#batching.isOfOne(error)) {
        const middle = Math.ceil(batch.length / 2);
        const halves = [batch.slice(0, middle), batch.slice(middle)];
        // Each half is settled as soon as it is done: the other may be slow to fail.
        await Promise.all(halves.map(async (half) => (await this.#run(half))()));
        return () => {};
      }
      return () => {
        for (const { reject } of batch) reject(error);
      };
    }
  }
}

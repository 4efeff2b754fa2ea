/** How batches are made of what comes. */
export interface Batching {
  /** How many make a batch at most. */
  readonly max: number;
  /** How many wait for the next one at most; more are refused at once. */
  readonly maxWaiting: number;
  /**
   * How many must wait for a second batch to go beside one that is under way; default: none ever does.
   * So one is worked on while the answers of the other are written.
   */
  readonly enoughForSecond?: number;
  /** Whether the error may be that of one item alone: then others are tried without it. */
  readonly isOfOne: (error: unknown) => boolean;
}

/** Too many wait already. Nothing of the item was done. */
export class TooManyWaiting extends Error {
  override readonly name = "TooManyWaiting";
}

/**
 * Does work for many at once: what comes while a batch is under way goes together in the next one.
 * Nobody waits for company: whoever comes alone goes at once. A batch that fails is halved until the
 * item that it fails for is alone.
 *
 * @param work does all of a batch or nothing of it. @returns a result for each item, in order
 * @returns a function that does the work for one item. It throws TooManyWaiting, or what the work does
 */
export function batched<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  batching: Batching,
): (item: Item) => Promise<Result> {
  const line = new Line(work, batching);
  return (item) => line.add(item);
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

class Line<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #batching: Batching;
  #waiting: Waiting<Item, Result>[] = [];
  #underWay = 0;

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
      // Whoever comes in the same moment comes along.
      if (this.#mayGo()) queueMicrotask(() => this.#go());
    });
  }

  #mayGo(): boolean {
    if (this.#underWay === 0) return this.#waiting.length > 0;
    const { enoughForSecond = Number.POSITIVE_INFINITY } = this.#batching;
    return this.#underWay === 1 && this.#waiting.length >= enoughForSecond;
  }

  #go(): void {
    if (!this.#mayGo()) return;
    const batch = this.#waiting.slice(0, this.#batching.max);
    this.#waiting = this.#waiting.slice(batch.length);
    this.#underWay += 1;
    void this.#do(batch).then((answer) => {
      this.#underWay -= 1;
      this.#go();
      answer(); // after the next batch is on its way
    });
  }

  /** @returns what answers those of the batch */
  async #do(batch: readonly Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await this.#work(batch.map(({ item }) => item));
      return () => {
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      };
    } catch (error) {
      if (batch.length > 1 && this.#batching.isOfOne(error)) {
        const middle = Math.ceil(batch.length / 2);
        const halves = [batch.slice(0, middle), batch.slice(middle)];
        // Each is answered by itself: the other may take its time to fail.
        await Promise.all(halves.map(async (half) => (await this.#do(half))()));
        return () => {};
      }
      return () => {
        for (const { reject } of batch) reject(error);
      };
    }
  }
}

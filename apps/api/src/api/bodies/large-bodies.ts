/** From how many bytes on a body is large: smaller ones are parsed within a few milliseconds. */
export const largeBytes = 32_768;

/** Parsing that takes less delays nobody, and needs no pause. */
const shortMs = 10;

/**
 * Lets large bodies be parsed one at a time, with a pause as long as the parsing took: a body of 1 MiB can keep the process
 * busy for a tenth of a second, and many of them at once would keep all other callers waiting. Networks take turns, so one
 * network's bodies delay those of others little.
 */
export class LargeBodies {
  /** By network. The next turn is the first one's. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isBusy = false;

  /** Waits for a turn, which lasts until the caller lets other work run. */
  turn(network: string): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.#waiting.get(network);
      if (queue === undefined) this.#waiting.set(network, [resolve]);
      else queue.push(resolve);
      if (!this.#isBusy) this.#next();
    });
  }

  #next(): void {
    const [first] = this.#waiting;
    this.#isBusy = first !== undefined;
    if (first === undefined) return;
    const [network, queue] = first;
    this.#waiting.delete(network);
    queue.shift()?.();
    if (queue.length > 0) this.#waiting.set(network, queue);
    const begin = performance.now();
    setImmediate(() => {
      const tookMs = performance.now() - begin;
      if (tookMs < shortMs) this.#next();
      else setTimeout(() => this.#next(), tookMs);
    });
  }
}

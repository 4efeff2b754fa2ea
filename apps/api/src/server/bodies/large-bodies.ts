import { Turns } from "../../kit/turns.ts";

/** From how many bytes on a body is large. Below, parsing takes about a millisecond, whatever the body is. */
export const largeBytes = 65_536;

/** How long a body waits, in milliseconds. How many of an address wait is limited by their memory. */
const waitMs = 10_000;

/** Below how many milliseconds a body's work is short. A batch of 1,000 usage events takes about 7. */
const shortMs = 20;

/**
 * Parses large bodies one at a time: parsing blocks the process, and a body of 1 MiB can be made to take longer than 100 ms.
 * After one that took long, other work has as much time. The addresses take turns.
 */
export class LargeBodies {
  readonly #turns = new Turns({ maxWaiting: Number.POSITIVE_INFINITY, waitMs });

  /**
   * Waits for the turn of a body. It ends by itself, after the work that begins when this resolves and waits for nothing.
   *
   * @returns false when the body has waited for too long
   */
  async turn(address: string, bytes: number): Promise<boolean> {
    if (bytes < largeBytes) return true;
    const end = await this.#turns.take([
      { name: `address ${address}`, max: 1 },
      { name: "all", max: 1 },
    ]);
    if (end === null) return false;
    const begin = performance.now();
    setImmediate(() => {
      const tookMs = performance.now() - begin;
      if (tookMs < shortMs) end();
      else setTimeout(end, tookMs);
    });
    return true;
  }
}

import type { Config } from "../../kit/config/config.ts";
import type { Access, Bound } from "../../operation/ports/tally.ts";

/** The memory that one body has reserved. */
export interface Hold {
  /** Reserves `bytes` in total. @returns the limit that this would exceed, with the reservation unchanged, or null */
  to(bytes: number): Bound | null;
  release(): void;
}

export type BodyBounds = Pick<
  Config,
  | "BODY_MEMORY_KIB"
  | "BODY_MEMORY_PER_ADDRESS_KIB"
  | "PUBLIC_BODY_MEMORY_KIB"
  | "PUBLIC_BODY_MEMORY_PER_ADDRESS_KIB"
>;

/**
 * Counts the memory of request bodies that have not arrived completely, in this process and per address. Callers
 * without a key have a separate limit, so they cannot use up the memory for callers with a key.
 */
export class BodyMemory {
  readonly #pools: Readonly<Record<Access, Pool>>;

  constructor(bounds: BodyBounds) {
    const pool = (process: number, address: number) =>
      new Pool({ process: process * 1_024, address: address * 1_024 });
    this.#pools = {
      keyed: pool(bounds.BODY_MEMORY_KIB, bounds.BODY_MEMORY_PER_ADDRESS_KIB),
      public: pool(bounds.PUBLIC_BODY_MEMORY_KIB, bounds.PUBLIC_BODY_MEMORY_PER_ADDRESS_KIB),
    };
  }

  hold(access: Access, address: string): Hold {
    const pool = this.#pools[access];
    let held = 0;
    const to = (bytes: number) => {
      const bound = pool.change(address, bytes - held);
      if (bound === null) held = bytes;
      return bound;
    };
    return { to, release: () => void to(0) };
  }

  /** @returns the bytes that are reserved now */
  held(access: Access): number {
    return this.#pools[access].held;
  }
}

class Pool {
  held = 0;
  readonly #of = new Map<string, number>();
  readonly #max: Readonly<Record<Bound, number>>;

  constructor(max: Readonly<Record<Bound, number>>) {
    this.#max = max;
  }

  /** @returns the limit that `by` more bytes would exceed, with nothing changed, or null */
  change(address: string, by: number): Bound | null {
    const ofAddress = (this.#of.get(address) ?? 0) + by;
    if (by > 0 && ofAddress > this.#max.address) return "address";
    if (by > 0 && this.held + by > this.#max.process) return "process";
    this.held += by;
    if (ofAddress === 0) this.#of.delete(address);
    else this.#of.set(address, ofAddress);
    return null;
  }
}

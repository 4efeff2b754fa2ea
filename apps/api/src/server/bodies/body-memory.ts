import type { Config } from "../../kit/config/config.ts";
import type { Access, Bound } from "../../operation/ports/tally.ts";

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
  readonly #max: Readonly<Record<Access, Readonly<Record<Bound, number>>>>;
  readonly #held = { keyed: 0, public: 0 };
  readonly #heldOf = { keyed: new Map<string, number>(), public: new Map<string, number>() };

  constructor(bounds: BodyBounds) {
    this.#max = {
      keyed: {
        process: bounds.BODY_MEMORY_KIB * 1_024,
        address: bounds.BODY_MEMORY_PER_ADDRESS_KIB * 1_024,
      },
      public: {
        process: bounds.PUBLIC_BODY_MEMORY_KIB * 1_024,
        address: bounds.PUBLIC_BODY_MEMORY_PER_ADDRESS_KIB * 1_024,
      },
    };
  }

  /** @returns the limit that `by` more bytes would exceed, with nothing changed, or null */
  change(access: Access, address: string, by: number): Bound | null {
    const ofAddress = (this.#heldOf[access].get(address) ?? 0) + by;
    if (by > 0 && ofAddress > this.#max[access].address) return "address";
    if (by > 0 && this.#held[access] + by > this.#max[access].process) return "process";
    this.#held[access] += by;
    if (ofAddress === 0) this.#heldOf[access].delete(address);
    else this.#heldOf[access].set(address, ofAddress);
    return null;
  }

  /** @returns the bytes that are reserved now */
  held(access: Access): number {
    return this.#held[access];
  }
}

const nothing = new Uint8Array();

/** Smallest memory for bytes that come in more than one piece. */
const minCapacity = 1_024;

/**
 * Bytes that arrive in pieces, in one piece of memory. Kept apart, pieces of a byte each would take hundreds of
 * times their size.
 */
export class Gathered {
  #memory: Uint8Array = nothing;
  #length = 0;
  readonly #max: number;

  /** @param max bytes that come together */
  constructor(max: number) {
    this.#max = max;
  }

  get length(): number {
    return this.#length;
  }

  /** Bytes of memory that it takes: up to twice as many as it holds, and no more than there may be. */
  get capacity(): number {
    return this.#memory.byteLength;
  }

  /** @param piece with which they are no more than was said; the first one is kept as it is */
  add(piece: Uint8Array): void {
    const length = this.#length + piece.byteLength;
    if (this.#length === 0) this.#memory = piece;
    else {
      if (length > this.capacity) this.#grow(length);
      this.#memory.set(piece, this.#length);
    }
    this.#length = length;
  }

  /** @returns all of them; nothing is left */
  take(): Uint8Array {
    const all = this.#memory.subarray(0, this.#length);
    this.#memory = nothing;
    this.#length = 0;
    return all;
  }

  #grow(length: number): void {
    const memory = new Uint8Array(Math.min(Math.max(minCapacity, 2 * length), this.#max));
    memory.set(this.#memory.subarray(0, this.#length));
    this.#memory = memory;
  }
}

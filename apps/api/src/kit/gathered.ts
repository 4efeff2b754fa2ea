const nothing = new Uint8Array();

/** Minimum capacity, in bytes, when the content arrives in more than one chunk. */
const minCapacity = 1_024;

/**
 * Collects chunks of bytes in one growing buffer. A list of chunks of one byte each would take hundreds of times their
 * size.
 */
export class Gathered {
  #memory: Uint8Array = nothing;
  #length = 0;
  readonly #max: number;

  /** @param max maximum total number of bytes */
  constructor(max: number) {
    this.#max = max;
  }

  get length(): number {
    return this.#length;
  }

  /** Size of the buffer in bytes: up to twice the content, and at most `max`. */
  get capacity(): number {
    return this.#memory.byteLength;
  }

  /** @param piece must not exceed `max` together with the content; the first one is kept without a copy */
  add(piece: Uint8Array): void {
    const length = this.#length + piece.byteLength;
    if (this.#length === 0) this.#memory = piece;
    else {
      if (length > this.capacity) this.#grow(length);
      this.#memory.set(piece, this.#length);
    }
    this.#length = length;
  }

  /** Returns all bytes and empties the buffer. */
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

import type { Keys } from "./dress.ts";
import type { Records } from "./fitting-values.ts";

/** What a request may name: records that are there, and keys that are let in. */
export interface Known {
  readonly records: Records;
  readonly keys: Keys;
}

import type { Keys } from "./dress.ts";
import type { Records } from "./fitting-values.ts";

/** Values for requests: existing records and valid keys. */
export interface Known {
  readonly records: Records;
  readonly keys: Keys;
}

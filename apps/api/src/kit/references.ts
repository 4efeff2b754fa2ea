import { randomBytes } from "node:crypto";
import type { Hex } from "./evm-fields.ts";

/** A reference that cannot be guessed: 32 random bytes in hex. */
export function newReference(): Hex {
  return `0x${randomBytes(32).toString("hex")}`;
}

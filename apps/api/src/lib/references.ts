import { randomBytes } from "node:crypto";
import type { Hex } from "./evm-fields.ts";

/** A reference that nobody can know before it is used: 32 random bytes in hex. */
export function newReference(): Hex {
  return `0x${randomBytes(32).toString("hex")}`;
}

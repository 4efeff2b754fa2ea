import { randomBytes } from "node:crypto";

/** A secret of Standard Webhooks, of 256 bits. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

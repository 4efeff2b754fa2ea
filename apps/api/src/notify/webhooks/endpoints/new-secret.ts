import { randomBytes } from "node:crypto";

/** Creates a Standard Webhooks secret of 256 bits. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

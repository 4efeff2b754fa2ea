import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { ProofError } from "./fields.ts";

/** The last character stands for only four bits of the hash, so it can be one of sixteen. */
const hashForm = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/** Base64 of a hash in hex. It is a third shorter. */
export const toBase64 = (hash: string) => btoa(String.fromCharCode(...hexToBytes(hash)));

/** @returns the hash in hex. @throws ProofError unless the value is the one Base64 text of 32 bytes */
export function fromBase64(value: unknown): string {
  if (typeof value !== "string" || !hashForm.test(value)) {
    throw new ProofError("A hash must be 32 bytes in Base64.");
  }
  return bytesToHex(Uint8Array.from(atob(value), (byte) => byte.charCodeAt(0)));
}

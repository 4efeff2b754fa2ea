import type { Hex } from "../../kit/evm-fields.ts";
import { CannotOpen, type Seal } from "../../kit/seal.ts";

const of = (address: Hex) => `sign-in of ${address.toLowerCase()}`;

/**
 * Makes the nonce of a message for a wallet. The service recognizes it by its own seal, so that strangers, who may ask for
 * any number of messages, have nothing stored.
 */
export function newNonce(seal: Seal, address: Hex, issuedAt: Date): string {
  return Buffer.from(seal.seal(String(issuedAt.getTime()), of(address))).toString("hex");
}

/** @returns when the service made a nonce for this wallet; null if it did not */
export function issueTimeOf(seal: Seal, address: Hex, nonce: string): Date | null {
  try {
    return new Date(Number(seal.open(Buffer.from(nonce, "hex").toString(), of(address))));
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}

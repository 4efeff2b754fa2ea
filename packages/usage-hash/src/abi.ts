import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * Solidity's abi.encode of strings and of 32-byte words. The head has each word itself, and for each string its
 * offset. After the head, each string has its length and its UTF-8 bytes, padded to whole words.
 */
export function abiEncode(...values: readonly (string | Uint8Array)[]): Uint8Array {
  const tails: Uint8Array[] = [];
  let offset = values.length * 32;
  const heads = values.map((value) => {
    if (typeof value !== "string") return value;
    const tail = encodeString(value);
    const at = uint256(offset);
    tails.push(tail);
    offset += tail.length;
    return at;
  });
  return concatBytes(...heads, ...tails);
}

/** A whole number, not negative, as a word. */
export function uint256(value: number): Uint8Array {
  const word = new Uint8Array(32);
  const view = new DataView(word.buffer);
  view.setUint32(24, Math.floor(value / 2 ** 32));
  view.setUint32(28, value % 2 ** 32);
  return word;
}

function encodeString(value: string): Uint8Array {
  const bytes = utf8ToBytes(value);
  const encoded = new Uint8Array(32 + Math.ceil(bytes.length / 32) * 32);
  encoded.set(uint256(bytes.length));
  encoded.set(bytes, 32);
  return encoded;
}

/* Bytes as texts, in the forms of the protocol. */

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @throws Error if the text is not hex */
export function fromHex(text: string): Uint8Array {
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(text)) throw new Error("It is not hex.");
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** @throws Error if the text is not base64 */
export const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Base64 for addresses, without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Base58 of Bitcoin. Not for bytes that begin with zeros. */
export function toBase58(bytes: Uint8Array): string {
  let rest = BigInt(`0x${toHex(bytes)}`);
  let text = "";
  while (rest > 0n) {
    text = base58.charAt(Number(rest % 58n)) + text;
    rest /= 58n;
  }
  return text;
}

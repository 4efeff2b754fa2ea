import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const prefix = "usance_";
const randomLength = 30;
const checksumLength = 6;
const form = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** A new key: the prefix, 30 random base62 characters (178 bits) and their checksum. */
export function newApiKey(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(62)]).join("");
  return prefix + random + checksumOf(prefix + random);
}

/** Whether a text can be one of our keys: a mistyped one is refused without asking the database. */
export function isApiKey(text: string): boolean {
  if (!form.test(text)) return false;
  return text.slice(-checksumLength) === checksumOf(text.slice(0, -checksumLength));
}

/** How a key is stored and looked up: SHA-256 in hex. Keys are random, so no salt is needed. */
export function hashApiKey(key: string): string {
  return hash("sha256", key);
}

/** Id of the key from the environment: it has no row, and ends with the process. */
export const bootstrapKeyId = "bootstrap";

interface KeyLife {
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
}

/** Whether a key works at a moment: neither revoked nor expired. */
export function isActive({ revokedAt, expiresAt }: KeyLife, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

/** CRC32 in six base62 digits. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

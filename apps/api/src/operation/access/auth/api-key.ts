import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const prefix = "usance_";
const randomLength = 30;
const checksumLength = 6;
const form = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** Creates a key: the prefix, 30 random base62 characters (178 bits) and their checksum. */
export function newApiKey(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(62)]).join("");
  return prefix + random + checksumOf(prefix + random);
}

/** Whether a text has the form of a key. A mistyped key is refused without a query. */
export function isApiKey(text: string): boolean {
  if (!form.test(text)) return false;
  return text.slice(-checksumLength) === checksumOf(text.slice(0, -checksumLength));
}

/** Id of the key from the environment, which has no row in the database. */
export const bootstrapKeyId = "bootstrap";

interface KeyLife {
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
}

/** Whether a key works at a moment: it is neither revoked nor expired. */
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

import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const version = "v1";

/** Encrypts secrets that must be read again, so that a copy of the database reveals none of them. */
export interface Seal {
  /**
   * @param of what the secret belongs to, such as a record's id: it cannot be opened for another one
   * @returns the text to store
   */
  seal(secret: string, of: string): string;
  /** @throws CannotOpen when none of the keys sealed the text for `of` */
  open(sealed: string, of: string): string;
}

/** The key of a sealed secret is missing, or the text is not what was sealed. */
export class CannotOpen extends Error {
  override readonly name = "CannotOpen";
}

/**
 * Seals with AES-256-GCM and the first key. Secrets that another key sealed can still be opened.
 *
 * @param keys 64 hex digits each
 */
export function sealWith(keys: readonly [string, ...string[]]): Seal {
  const all = keys.map((hex) => {
    const key = Buffer.from(hex, "hex");
    return { key, name: createHash("sha256").update(key).digest("hex").slice(0, 8) };
  });
  const [first] = all as [(typeof all)[number]];
  const open = (sealed: string, of: string): string => {
    const [form, name, nonce = "", tag = "", text = ""] = sealed.split(".");
    const found = all.find((one) => one.name === name);
    if (form !== version) throw new CannotOpen("It is not what was sealed.");
    if (found === undefined) throw new CannotOpen("The key that sealed it is not there.");
    try {
      const bytes = (part: string) => Buffer.from(part, "base64url");
      const decipher = createDecipheriv(algorithm, found.key, bytes(nonce), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(of)).setAuthTag(bytes(tag));
      return Buffer.concat([decipher.update(bytes(text)), decipher.final()]).toString();
    } catch {
      throw new CannotOpen("It is not what was sealed.");
    }
  };
  return {
    seal: (secret, of) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv(algorithm, first.key, nonce).setAAD(Buffer.from(of));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      const parts = [nonce, cipher.getAuthTag(), text].map((part) => part.toString("base64url"));
      return [version, first.name, ...parts].join(".");
    },
    open,
  };
}

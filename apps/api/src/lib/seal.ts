import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const version = "v1";

/** Keeps secrets that must be used again, so that the database alone gives none of them away. */
export interface Seal {
  /**
   * @param of what the secret belongs to, like a record's id: opened as another's, it is nothing
   * @returns text to be stored
   */
  seal(secret: string, of: string): string;
  /** @throws CannotOpen when no key of ours sealed it for that */
  open(sealed: string, of: string): string;
}

/** A secret was sealed with a key that is not there any more, or is not what was sealed. */
export class CannotOpen extends Error {
  override readonly name = "CannotOpen";
}

/**
 * AES-256-GCM under the first of some keys; what another one of them sealed is still opened.
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

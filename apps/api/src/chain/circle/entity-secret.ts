import { constants, publicEncrypt } from "node:crypto";

/**
 * Encrypts the entity secret for Circle: RSA-OAEP with SHA-256, in base64. Each ciphertext is different, because Circle
 * accepts each only once.
 * Source: https://developers.circle.com/wallets/dev-controlled/entity-secret-management
 *
 * @param entitySecret 64 hex digits
 * @param publicKey Circle's public key, in PEM
 */
export function encryptEntitySecret(entitySecret: string, publicKey: string): string {
  return publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
    Buffer.from(entitySecret, "hex"),
  ).toString("base64");
}

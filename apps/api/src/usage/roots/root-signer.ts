import { createPrivateKey, createPublicKey, hash, hkdfSync, sign } from "node:crypto";
import { canonicalJson } from "@usance/proofs";

declare module "../../operation/ports/parts.ts" {
  interface Parts {
    readonly rootSigner: RootSigner;
  }
}

/** A public key of a JWK Set (RFC 7517, RFC 8037). */
interface SigningKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid: string;
  readonly alg: "EdDSA";
  readonly use: "sig";
}

/** Signs usage roots, so that a subscriber can show others what the service said. */
export interface RootSigner {
  /** @returns a JWS in the compact form */
  sign(payload: string): string;
  readonly keys: readonly SigningKey[];
}

/** The ASN.1 in front of the 32 bytes of a private key (RFC 8410). */
const privateKeyPrefix = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * Signs with Ed25519 keys that are derived from other secrets, with the first one.
 *
 * @param secrets 64 hex digits each
 */
export function openRootSigner(secrets: readonly [string, ...string[]]): RootSigner {
  const pairs = secrets.map(derivePair);
  const [{ privateKey, publicKey }] = pairs as [ReturnType<typeof derivePair>];
  const header = base64url(JSON.stringify({ alg: publicKey.alg, kid: publicKey.kid }));
  return {
    keys: pairs.map((pair) => pair.publicKey),
    sign: (payload) => {
      const signed = `${header}.${base64url(payload)}`;
      return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString("base64url")}`;
    },
  };
}

function derivePair(secret: string) {
  const seed = hkdfSync("sha256", Buffer.from(secret, "hex"), "", "usance usage roots", 32);
  const der = Buffer.concat([privateKeyPrefix, Buffer.from(seed)]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  const key = { kty: "OKP", crv: "Ed25519", x } as const;
  const kid = hash("sha256", canonicalJson(key), "base64url");
  return { privateKey, publicKey: { ...key, kid, alg: "EdDSA", use: "sig" } satisfies SigningKey };
}

const base64url = (text: string) => Buffer.from(text).toString("base64url");

import { ed25519 } from "@noble/curves/ed25519";
import { toBase58, toBase64Url, toHex } from "./bytes.ts";

const daySeconds = 86_400;
/** The multicodec prefix of an Ed25519 public key. */
const ed25519Prefix = [0xed, 0x01];

/**
 * The token by which the relay knows a client again (https://specs.walletconnect.com/2.0/specs/clients/core/relay/relay-client-auth):
 * signed by a key of this visit alone.
 */
export function relayToken(relayUrl: string, now = Date.now()): string {
  const secret = ed25519.utils.randomPrivateKey();
  const publicKey = ed25519.getPublicKey(secret);
  const iat = Math.floor(now / 1_000);
  const claims = {
    iss: `did:key:z${toBase58(Uint8Array.of(...ed25519Prefix, ...publicKey))}`,
    sub: toHex(crypto.getRandomValues(new Uint8Array(32))),
    aud: relayUrl,
    iat,
    exp: iat + daySeconds,
  };
  const text = [{ alg: "EdDSA", typ: "JWT" }, claims].map(part).join(".");
  return `${text}.${toBase64Url(ed25519.sign(new TextEncoder().encode(text), secret))}`;
}

const part = (value: object) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)));

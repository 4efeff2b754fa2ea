import { chacha20poly1305 } from "@noble/ciphers/chacha";
import { x25519 } from "@noble/curves/ed25519";
import { hkdf } from "@noble/hashes/hkdf";
import { sha256 } from "@noble/hashes/sha2";
import { fromBase64, fromHex, toBase64, toHex } from "./bytes.ts";

/*
 * How the page and the wallet encrypt messages that pass through the relay
 * (https://specs.walletconnect.com/2.0/specs/clients/core/crypto). The relay sees topics and lengths.
 */

const nonceLength = 12;
/** Both sides have the key of the topic. */
const symmetric = 0;

/** A key that both sides know, and the topic that is named after it. */
export interface TopicKey {
  readonly key: Uint8Array;
  /** SHA-256 of the key, in hex. */
  readonly topic: string;
}

function topicKey(key: Uint8Array): TopicKey {
  return { key, topic: toHex(sha256(key)) };
}

export const newTopicKey = (): TopicKey => topicKey(crypto.getRandomValues(new Uint8Array(32)));

/** A key pair for the exchange of keys, for one proposal. */
export interface KeyPair {
  readonly secret: Uint8Array;
  /** In hex. */
  readonly publicKey: string;
}

export function newKeyPair(): KeyPair {
  const secret = x25519.utils.randomPrivateKey();
  return { secret, publicKey: toHex(x25519.getPublicKey(secret)) };
}

/** The session's key, which both sides derive from their secret and the other's public key. @throws Error for a weak key */
export function sessionKey({ secret }: KeyPair, theirs: string): TopicKey {
  const shared = x25519.getSharedSecret(secret, fromHex(theirs));
  return topicKey(hkdf(sha256, shared, undefined, undefined, 32));
}

export function seal({ key }: TopicKey, message: object): string {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
  const plain = new TextEncoder().encode(JSON.stringify(message));
  const sealed = chacha20poly1305(key, nonce).encrypt(plain);
  return toBase64(Uint8Array.of(symmetric, ...nonce, ...sealed));
}

/** @throws Error if the message was not sealed with the key */
export function open({ key }: TopicKey, sealed: string): unknown {
  const bytes = fromBase64(sealed);
  if (bytes[0] !== symmetric) throw new Error("It is sealed in another way.");
  const nonce = bytes.subarray(1, 1 + nonceLength);
  const plain = chacha20poly1305(key, nonce).decrypt(bytes.subarray(1 + nonceLength));
  return JSON.parse(new TextDecoder().decode(plain));
}

import type { UsanceEvent } from "./generated/types.ts";

/** The headers of a request: of fetch, of Node, or any object with lower-case names. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Maximum difference between the delivery's time and now, in seconds. Default five minutes. */
  readonly toleranceSeconds?: number;
  readonly now?: () => Date;
}

export interface SignOptions {
  /** The event's id. */
  readonly id: string;
  readonly now?: () => Date;
}

/** The delivery is not signed with the secret, or its time is too far from now. Respond with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

/**
 * Verifies a delivery with an endpoint's secret (https://www.standardwebhooks.com) and returns its event. During the rotation
 * of a secret a delivery has two signatures; one valid signature is enough.
 *
 * @param body the raw body, before any parser changed it
 * @param secret `whsec_…`, from the response of `webhookEndpoints.create`
 * @returns the event; a type that is newer than this package is not among its types of `type` and `data`
 * @throws WebhookVerificationError when no signature is valid, or the time is too far from now
 */
export async function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300, now = () => new Date() }: VerifyOptions = {},
): Promise<UsanceEvent> {
  const id = header(headers, "webhook-id");
  const timestamp = header(headers, "webhook-timestamp");
  const signatures = header(headers, "webhook-signature").split(" ");
  const off = Math.abs(now().getTime() / 1_000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || off > toleranceSeconds) {
    throw new WebhookVerificationError(`webhook-timestamp is not within ${toleranceSeconds} s.`);
  }
  const key = await keyOf(secret, "verify");
  const signed = signedBytes(id, timestamp, body);
  for (const signature of signatures) {
    const [version, base64 = ""] = signature.split(",");
    const bytes = version === "v1" ? bytesOf(base64) : null;
    if (bytes !== null && (await crypto.subtle.verify("HMAC", key, bytes, signed))) {
      return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
    }
  }
  throw new WebhookVerificationError("webhook-signature has no signature by this secret.");
}

/**
 * Signs a body as the service does, for tests of a receiver and for programs that send in place of the service.
 *
 * @returns the headers of the delivery
 */
export async function sign(
  body: string | Uint8Array,
  secret: string,
  { id, now = () => new Date() }: SignOptions,
): Promise<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>> {
  const timestamp = String(Math.floor(now().getTime() / 1_000));
  const key = await keyOf(secret, "sign");
  const bytes = await crypto.subtle.sign("HMAC", key, signedBytes(id, timestamp, body));
  const signature = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}

function header(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookVerificationError(`${name} is required.`);
}

function signedBytes(
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder();
  const head = text.encode(`${id}.${timestamp}.`);
  const rest = typeof body === "string" ? text.encode(body) : body;
  const all = new Uint8Array(head.length + rest.length);
  all.set(head);
  all.set(rest, head.length);
  return all;
}

/** @throws TypeError for a text that is not a secret */
function keyOf(secret: string, use: "sign" | "verify") {
  const bytes = secret.startsWith("whsec_") ? bytesOf(secret.slice("whsec_".length)) : null;
  if (bytes === null || bytes.length === 0) {
    throw new TypeError("The webhook secret must be whsec_ and base64.");
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [use]);
}

/** @returns null for a text that is not base64 */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 === 1) return null;
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

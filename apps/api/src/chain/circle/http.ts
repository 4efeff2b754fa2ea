import { constants, publicEncrypt } from "node:crypto";
import { z } from "zod";
import { ProviderUnavailable, type Refusal } from "./refusals.ts";
import { ErrorBody } from "./schema.ts";

export interface CircleHttpOptions {
  /** `https://api.circle.com`, without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface CircleRequest<T> {
  readonly path: string;
  /** Sent with POST. Without a body the request is a GET. */
  readonly body?: object;
  /** The schema of the response's `data`. */
  readonly data: z.ZodType<T>;
  /** Aborts the request, including the reading of its response body. */
  readonly signal: AbortSignal;
}

export type CircleAnswer<T> = { readonly data: T } | { readonly refusal: Refusal };

/** The maximum length of a response, in bytes. Expected responses are far smaller. */
const longestAnswer = 256 * 1024;

/**
 * Sends one request to Circle's Web3 Services API, without retries.
 *
 * @throws ProviderUnavailable unless the response has a status of 200 to 299 and the expected shape, or a status of 400
 *   to 499. The error has no cause, because fetch's errors contain the address
 */
export async function askCircle<T>(
  { baseUrl, apiKey }: CircleHttpOptions,
  { path, body, data, signal }: CircleRequest<T>,
): Promise<CircleAnswer<T>> {
  const { status, text } = await exchange(`${baseUrl}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      Accept: "application/json",
      Authorization: `Bearer ${apiKey}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // Redirects must not receive the secrets.
    redirect: "error",
    signal,
  });
  if (status >= 200 && status < 300) {
    const read = z.object({ data }).safeParse(parseJson(text));
    if (read.success) return { data: read.data.data };
    throw new ProviderUnavailable("The settlement provider's answer could not be understood.");
  }
  if (status >= 400 && status < 500) {
    const read = ErrorBody.safeParse(parseJson(text));
    return { refusal: { status, code: read.success ? read.data.code : null } };
  }
  throw new ProviderUnavailable("The settlement provider answered with an error.");
}

async function exchange(
  url: string,
  request: RequestInit & { signal: AbortSignal },
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, request);
    return { status: response.status, text: await readText(response) };
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error;
    throw new ProviderUnavailable(
      request.signal.aborted
        ? "The settlement provider did not answer in time."
        : "The settlement provider could not be reached.",
    );
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > longestAnswer) {
      throw new ProviderUnavailable("The settlement provider's answer is too long.");
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Parses a text. @returns undefined when it is not JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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

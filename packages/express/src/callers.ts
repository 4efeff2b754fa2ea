import { createHmac, timingSafeEqual } from "node:crypto";
import { decodePaymentSignatureHeader } from "@x402/core/http";
import type { PaymentPayload } from "@x402/core/types";
import {
  type EVMMessageVerifier,
  parseSIWxHeader,
  validateSIWxMessage,
  verifySIWxSignature,
} from "@x402/extensions/sign-in-with-x";

/** A wallet that has proven to make the call. */
export interface Caller {
  readonly wallet: string;
  /** Whether it has signed in for this call. Only then it gets a session: the signature of a payment can be read on the chain. */
  readonly isSignedIn?: boolean;
  /** The key of the call's hold, so that the proof serves for one call; undefined: it serves for several. */
  readonly holdKey?: string;
}

/** A longer header is no sign-in, in characters: reading it would take the time of others. */
const maxSignIn = 4_096;

/** The header of a session: of the response to a sign-in, and of the requests after it. */
export const sessionHeader = "Usance-Session";

/** How long a session lasts, in seconds. */
const sessionSeconds = 3_600;

/**
 * Tokens that stand for a wallet for an hour, so that its next calls need no sign-in. They are signed with a key made of the API
 * key: all processes of a seller accept them, and nothing is stored.
 */
export class Sessions {
  readonly #secret: Buffer;

  constructor(apiKey: string, origin: string) {
    this.#secret = createHmac("sha256", apiKey).update(`session of ${origin}`).digest();
  }

  create(wallet: string): string {
    const until = Math.floor(Date.now() / 1_000) + sessionSeconds;
    const claims = `${wallet.toLowerCase()}.${until}`;
    return `${claims}.${this.#sign(claims).toString("base64url")}`;
  }

  /** @returns the wallet; null: the token is not of this seller, or has expired */
  read(token: string): string | null {
    const [, claims, wallet, until, signature] =
      /^((0x[0-9a-f]{40})\.(\d{10}))\.([\w-]{43})$/.exec(token) ?? [];
    if (claims === undefined || wallet === undefined || signature === undefined) return null;
    const isSigned = timingSafeEqual(Buffer.from(signature, "base64url"), this.#sign(claims));
    return isSigned && Number(until) * 1_000 > Date.now() ? wallet : null;
  }

  #sign(claims: string): Buffer {
    return createHmac("sha256", this.#secret).update(claims).digest();
  }
}

export interface SignInTerms {
  readonly origin: string;
  /** CAIP-2 name of the chain. */
  readonly network: string;
  readonly verifyMessage?: EVMMessageVerifier | undefined;
}

/**
 * Reads the header of SIGN-IN-WITH-X.
 *
 * @returns who has signed it; null: nobody, or for another server, or too long ago
 */
export async function signedIn(
  header: string,
  { origin, network, verifyMessage }: SignInTerms,
): Promise<Caller | null> {
  if (header.length > maxSignIn) return null;
  try {
    const signIn = parseSIWxHeader(header);
    const { chainId, nonce } = signIn;
    if (chainId !== network || !/^[a-z0-9]{8,64}$/i.test(nonce)) return null;
    const { isValid } = await validateSIWxMessage(signIn, new URL(origin));
    if (!isValid) return null;
    const verifier = verifyMessage === undefined ? {} : { evmVerifier: verifyMessage };
    const signed = await verifySIWxSignature(signIn, verifier);
    return signed.isValid
      ? { wallet: signed.payer, holdKey: `siwx:${nonce}`, isSignedIn: true }
      : null;
  } catch {
    return null; // the package throws for fields that are none of a sign-in
  }
}

/** The wallet that a payment names, which is not proven yet. */
export interface PayingCaller extends Caller {
  readonly payment: PaymentPayload;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads the header of a payment. @returns null: it is not a payment by EIP-3009 */
export function callerOfPayment(header: string | undefined): PayingCaller | null {
  let payment: PaymentPayload;
  try {
    payment = decodePaymentSignatureHeader(header ?? "");
  } catch {
    return null;
  }
  if (!isObject(payment) || payment.x402Version !== 2 || !isObject(payment.payload)) return null;
  const { payload, resource = {}, extensions = {} } = payment;
  const { authorization } = payload;
  if (!isObject(resource) || !isObject(extensions) || !isObject(authorization)) return null;
  const { from, nonce } = authorization;
  if (typeof from !== "string" || typeof nonce !== "string") return null;
  if (!/^0x[0-9a-f]{40}$/i.test(from) || !/^0x[0-9a-f]{64}$/i.test(nonce)) return null;
  return { wallet: from.toLowerCase(), holdKey: `x402:${nonce.toLowerCase()}`, payment };
}

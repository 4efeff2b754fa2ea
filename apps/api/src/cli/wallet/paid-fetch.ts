import { decodePaymentResponseHeader } from "@x402/core/http";
import type { PaymentRequirements } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm";
import { createSIWxClientExtension } from "@x402/extensions/sign-in-with-x";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { usdc, type Wallet } from "./wallet.ts";

/** A call that may cost something. */
export interface PaidCall {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The most that may be signed for it, in token units. */
  readonly maxPrice: bigint;
}

/** What came back. */
export interface PaidResponse {
  readonly status: number;
  readonly contentType: string | null;
  /** Text, cut after `maxBody` characters. */
  readonly body: string;
  readonly isCut: boolean;
  /** What was signed for this call, in USDC, and counts against the limit; null: nothing was. */
  readonly signed: string | null;
  /** Whether the server says that it was paid. */
  readonly isPaid: boolean;
}

/** Why a call was not paid, or failed. It is told to the assistant. */
export class NotPaid extends Error {}

/** So much of a body is returned, in characters. */
const maxBody = 50_000;

/** How long a call may take, with its payment, in milliseconds. */
const longestMs = 120_000;

/**
 * Makes a call, and pays for it if it has to. It signs in first where the server asks for it, so that credit is used before
 * another payment.
 *
 * @throws NotPaid when it costs too much, or something else than the wallet's USDC, or fails
 */
export async function paidFetch(
  wallet: Wallet,
  { url, method, headers, body, maxPrice }: PaidCall,
): Promise<PaidResponse> {
  const { account, network, spending, name, limit } = wallet;
  const signal = AbortSignal.timeout(longestMs);
  const outcome: { signed: bigint | null; why: NotPaid | null } = { signed: null, why: null };
  const refuse = (text: string): never => {
    outcome.why = new NotPaid(text);
    throw outcome.why;
  };
  const client = new x402Client()
    .setSpendControls(false) // the policy below decides
    .register(network, new ExactEvmScheme(account))
    .registerExtension(createSIWxClientExtension({ signers: [account] }))
    .registerPolicy((_, offers) => {
      const [cheapest] = offers
        .filter((offer) => isOfWallet(wallet, offer))
        .toSorted((one, other) => (BigInt(one.amount) < BigInt(other.amount) ? -1 : 1));
      if (cheapest === undefined) return refuse(`It makes no offer in this USDC on ${network}.`);
      const amount = BigInt(cheapest.amount);
      if (amount <= maxPrice) return [cheapest];
      return refuse(`It costs ${usdc(amount)} USDC, and maxPrice is ${usdc(maxPrice)}.`);
    })
    .onAfterPaymentCreation(async ({ paymentPayload, selectedRequirements }) => {
      signal.throwIfAborted();
      const { authorization } = paymentPayload.payload as { authorization: Record<string, string> };
      const { nonce = "", validBefore = "", value = "" } = authorization;
      const amount = BigInt(value);
      const payment = {
        ...{ nonce, url, amount, payee: selectedRequirements.payTo, signedAt: new Date() },
        validBefore: new Date(Number(validBefore) * 1_000),
      };
      if (!spending.reserve(name, limit, payment)) {
        // Some may have lapsed. If the node is away, they count.
        await wallet.endPayments().catch(() => undefined);
        if (!spending.reserve(name, limit, payment)) {
          const left = usdc(limit - spending.spent(name));
          refuse(`It costs ${usdc(amount)} USDC, and the limit has ${left} left.`);
        }
      }
      outcome.signed = amount;
    });
  const options = { method, headers, redirect: "error", signal } as const;
  try {
    const call = wrapFetchWithPayment(fetchWithout402Bodies, client);
    const response = await call(url, { ...options, ...(body !== undefined && { body }) });
    const { text, isCut } = await bodyOf(response);
    const { signed } = outcome;
    return {
      status: response.status,
      contentType: response.headers.get("content-type"),
      body: text,
      isCut,
      signed: signed === null ? null : usdc(signed),
      isPaid: saysPaid(response),
    };
  } catch (error) {
    const { signed, why } = outcome;
    if (why !== null) throw why;
    const taken = signed === null ? "" : ` ${usdc(signed)} USDC was signed and may still be taken.`;
    throw new NotPaid(`The call failed: ${reasonOf(error)}${taken}`);
  }
}

/** Version 2 of the protocol has its offers in a header. A body would be read to its end, whatever its size. */
async function fetchWithout402Bodies(...asked: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...asked);
  if (response.status !== 402) return response;
  await response.body?.cancel();
  return new Response(null, { status: 402, headers: response.headers });
}

/** The beginning of an error's message and of what caused it: fetch says only that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return `${error.message}${cause}`.slice(0, 300);
}

/** How long a payment can be carried out, at most, in seconds: for so long it counts if nobody does. */
const maxTimeoutSeconds = 3_600;

function isOfWallet({ token, network }: Wallet, offer: PaymentRequirements): boolean {
  const { assetTransferMethod = "eip3009", paymentFlow = "authorization" } = offer.extra ?? {};
  return (
    offer.network === network &&
    offer.scheme === "exact" &&
    isText(offer.asset, /^0x[0-9a-f]{40}$/i) &&
    offer.asset.toLowerCase() === token.toLowerCase() &&
    assetTransferMethod === "eip3009" &&
    (paymentFlow === "authorization" || paymentFlow === "upfront") &&
    isText(offer.amount, /^\d{1,18}$/) &&
    Number.isInteger(offer.maxTimeoutSeconds) &&
    offer.maxTimeoutSeconds > 0 &&
    offer.maxTimeoutSeconds <= maxTimeoutSeconds
  );
}

/** A server may send anything. */
const isText = (value: unknown, pattern: RegExp) =>
  typeof value === "string" && pattern.test(value);

/** Whether a response says that its payment was carried out. Only the chain is believed. */
function saysPaid(response: Response): boolean {
  try {
    const header = response.headers.get("PAYMENT-RESPONSE") ?? "";
    return decodePaymentResponseHeader(header).success === true;
  } catch {
    return false;
  }
}

/** Reads as much of a body as is returned. */
async function bodyOf({ body }: Response): Promise<{ text: string; isCut: boolean }> {
  let text = "";
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > maxBody) return { text: text.slice(0, maxBody), isCut: true };
  }
  return { text, isCut: false };
}

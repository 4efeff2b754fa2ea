import { createPublicKey } from "node:crypto";
import { z } from "zod";
import type { Hex } from "../../kit/evm-fields.ts";

/*
 * The parts of Circle's responses that are used, each inside an envelope {"data": …}. The shapes are from the OpenAPI
 * types in @circle-fin/developer-controlled-wallets 10.8.0 and from
 * https://developers.circle.com/api-reference/wallets. The package itself is not used, because its requests have no
 * timeout.
 */

const hex = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`))
    .transform((value) => value as Hex);

/** A short machine-readable string: an id, a state, or the name of a blockchain. */
const word = z.string().regex(/^[\w-]{1,100}$/);

/** POST /v1/w3s/developer/transactions/contractExecution */
export const TakenTransaction = z.object({ id: z.uuid(), state: word });
export type TakenTransaction = z.output<typeof TakenTransaction>;

/** GET /v1/w3s/transactions/{id} */
export const ProviderTransaction = z
  .object({
    transaction: z.object({
      id: z.uuid(),
      /** Circle's name of the state. `hasEnded` tells whether it is final. */
      state: word,
      /** Present from SENT on. It proves nothing. */
      txHash: z
        .union([hex(64), z.literal("").transform(() => null)])
        .nullish()
        .transform((hash) => hash ?? null),
      /** The reason for FAILED: a code such as ESTIMATION_ERROR. Other text is dropped. */
      errorReason: z
        .string()
        .regex(/^[A-Z][A-Z\d_]{0,99}$/)
        .nullable()
        .catch(null),
    }),
  })
  .transform(({ transaction }) => transaction);
export type ProviderTransaction = z.output<typeof ProviderTransaction>;

/** GET /v1/w3s/wallets/{id} */
export const ProviderWallet = z
  .object({
    wallet: z.object({
      address: hex(40),
      /** Circle's name of the chain, such as BASE or BASE-SEPOLIA. */
      blockchain: word,
      /** LIVE or FROZEN. */
      state: word,
    }),
  })
  .transform(({ wallet }) => wallet);
export type ProviderWallet = z.output<typeof ProviderWallet>;

/** GET /v1/w3s/config/entity/publicKey: an RSA key in PEM, usually 4096 bits */
export const PublicKey = z.object({ publicKey: z.string() }).transform(({ publicKey }, context) => {
  try {
    const key = createPublicKey(publicKey);
    if (key.asymmetricKeyType === "rsa" && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048) {
      return publicKey;
    }
  } catch {
    // not a key
  }
  context.addIssue("must be an RSA key of 2048 bits or more");
  return z.NEVER;
});

/** Every response with status 400 or above. Its message is not read and never shown to callers. */
export const ErrorBody = z.object({ code: z.int() });

/**
 * The final states of a transaction: https://developers.circle.com/api-reference/wallets/transaction-states-and-errors
 */
const endStates = ["COMPLETE", "FAILED", "DENIED", "CANCELLED"] as const;

export type TransactionEnd = (typeof endStates)[number];

/**
 * Returns whether a transaction's state is final. INITIATED, CLEARED, QUEUED, SENT, STUCK and CONFIRMED are not.
 * Unknown states are not final either: treating one as final could pay twice.
 *
 * COMPLETE is only the provider's statement. The proof is the event on the chain.
 */
export function hasEnded(state: string): state is TransactionEnd {
  return endStates.some((end) => end === state);
}

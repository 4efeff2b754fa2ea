import { createPublicKey } from "node:crypto";
import { z } from "zod";
import type { Hex } from "../../lib/evm-fields.ts";

/* What is read of Circle's answers, each in an envelope {"data": …}. The shapes are those of the OpenAPI
 * types in @circle-fin/developer-controlled-wallets 10.8.0 and of
 * https://developers.circle.com/api-reference/wallets. The package itself is not used: its requests have
 * no time limit. */

const hex = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`))
    .transform((value) => value as Hex);

/** Short text that only machines read: an id, a state, the name of a blockchain. */
const word = z.string().regex(/^[\w-]{1,100}$/);

/** POST /v1/w3s/developer/transactions/contractExecution */
export const TakenTransaction = z.object({ id: z.uuid(), state: word });
export type TakenTransaction = z.output<typeof TakenTransaction>;

/** GET /v1/w3s/transactions/{id} */
export const ProviderTransaction = z
  .object({
    transaction: z.object({
      id: z.uuid(),
      /** As Circle names it; `hasEnded` says whether it is the last. */
      state: word,
      /** From SENT on; not proof of anything. */
      txHash: z
        .union([hex(64), z.literal("").transform(() => null)])
        .nullish()
        .transform((hash) => hash ?? null),
      /** Why it is FAILED: a code such as ESTIMATION_ERROR. Text that is none is not passed on. */
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

/** GET /v1/w3s/config/entity/publicKey: RSA in PEM, 4096 bits as a rule */
export const PublicKey = z.object({ publicKey: z.string() }).transform(({ publicKey }, context) => {
  try {
    const key = createPublicKey(publicKey);
    if (key.asymmetricKeyType === "rsa" && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048) {
      return publicKey;
    }
  } catch {
    // no key at all
  }
  context.addIssue("must be an RSA key of 2048 bits or more");
  return z.NEVER;
});

/** Every answer from 400 on. Its message is not read: it is not ours to pass on. */
export const ErrorBody = z.object({ code: z.int() });

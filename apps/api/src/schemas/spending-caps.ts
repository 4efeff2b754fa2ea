import { z } from "zod";
import { addressOut, decimalOut } from "../kit/answers.ts";
import { bytes32, exampleHash, exampleSignature, signature } from "../kit/evm-fields.ts";
import { decimal, nested, omittable } from "../kit/fields.ts";
import { says } from "../kit/messages.ts";
import type { RefusalTerms } from "../kit/refusal.ts";
import { preparedSeconds, secondsOut, TypedData } from "./payments.ts";

export const spendingCapNotFound: RefusalTerms = {
  kind: "not_found",
  code: "spending_cap_not_found",
  message: "Subscription has no spending cap.",
  meaning:
    "The payer has not signed a spending cap for the subscription, or its collector is not in use here.",
  remedy: "Let the payer sign a spending cap at checkout.",
};

export const capAmount = () =>
  decimal()
    .refine((amount) => amount.gt(0), says("must be more than zero."))
    .meta({
      description: "Total limit of the cap, in USDC",
      example: "100.000000",
    });

/** The allowance that an earlier response asked for. */
export const capAllowance = () =>
  omittable(capAmount()).meta({
    description:
      "Send this once the wallet has sent the `approval` of an earlier response: the `allowance` of that response's cap. `approval` is null as soon as the wallet allows that much",
    example: "100.000000",
  });

const exampleValidUntil = 1_801_400_400;

/** An example of a signed cap. */
export const signedCap = {
  amount: "100.000000",
  validUntil: exampleValidUntil,
  nonce: exampleHash,
  signature: exampleSignature,
};

/** A cap as it was prepared, with the wallet's signature. */
export const SignedCap = nested({
  amount: capAmount(),
  validUntil: preparedSeconds(exampleValidUntil),
  nonce: bytes32().meta({
    description: "As prepared: it makes the cap unique",
  }),
  signature: signature().meta({
    description: "The wallet's signature of the cap's typed data",
  }),
});
export type SignedCap = z.output<typeof SignedCap>;

/** A transaction that a wallet sends itself. */
const transaction = (to: string, data: string) =>
  z.object({
    to: addressOut().meta({ description: `Address to send the transaction to: ${to}` }),
    data: z.string().meta({ description: "Call data in hex", example: data }),
  });

export const capRateCards = () =>
  z.array(z.string()).meta({
    description:
      "Hashes of the rate cards that the cap names, as they were shown when it was signed, in the order of their effect. An invoice that asks for more than its usage costs by the dearest of them is not collected under the cap. Empty: the plan had no rate card",
    example: [exampleHash],
  });

export const capRevocation = () => transaction("the contract that collects", "0x4f6d5a5b");

export const PreparedCap = z.object({
  amount: decimalOut().meta({
    description: "Total limit of the cap, in USDC",
  }),
  allowance: decimalOut().meta({
    description:
      "The allowance, in USDC, that the wallet must grant the collector: what it allows now plus this cap. Send it as `capAllowance` once it is approved",
    example: "100.000000",
  }),
  validUntil: secondsOut(exampleValidUntil),
  nonce: z.string().meta({
    description: "32 bytes in hex that make the cap unique",
    example: exampleHash,
  }),
  typedData: TypedData,
  approval: transaction("the USDC contract", "0x095ea7b3").nullable().meta({
    description:
      "The transaction with which the wallet grants the `allowance`; null if it already does",
  }),
});

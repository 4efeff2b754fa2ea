import { z } from "zod";
import { addressOut, chainIdOut, component, decimalOut } from "../kit/answers.ts";
import {
  evmAddress,
  exampleAddress,
  exampleHash,
  exampleId,
  exampleSignature,
  signature,
} from "../kit/evm-fields.ts";
import { decimal, nested, omittable, requiredText, wholeNumber } from "../kit/fields.ts";
import { settlementStatuses } from "./settlement-states.ts";

export const TypedData = z
  .object({
    domain: z
      .object({
        name: z.string().meta({
          description: "Name of the contract that checks the signature",
          example: "USD Coin",
        }),
        version: z.string().meta({ description: "Version of that contract", example: "2" }),
        chainId: chainIdOut(),
        verifyingContract: addressOut().meta({
          description: "Address of the contract that checks the signature",
        }),
      })
      .meta({
        description: "EIP-712 domain: the signature is valid only for this contract on this chain",
      }),
    types: z
      .record(
        z.string(),
        z.array(
          z.object({
            name: z.string().meta({ description: "Name of the field", example: "from" }),
            type: z
              .string()
              .meta({ description: "Solidity type of the field", example: "address" }),
          }),
        ),
      )
      .meta({ description: "The fields of each signed type, in order" }),
    primaryType: z.string().meta({
      description: "Type of the message",
      example: "ReceiveWithAuthorization",
    }),
    message: z.record(z.string(), z.union([z.string(), z.array(z.string())])).meta({
      description: "The message to sign, by field; integers are strings",
    }),
  })
  .meta({
    id: "TypedData",
    description: "EIP-712 typed data, as `eth_signTypedData_v4` takes it.",
    example: {
      domain: { name: "USD Coin", version: "2", chainId: 8453, verifyingContract: exampleAddress },
      types: { ReceiveWithAuthorization: [{ name: "from", type: "address" }] },
      primaryType: "ReceiveWithAuthorization",
      message: { from: exampleAddress },
    },
  });

/* Payments that a wallet signs on a page, at checkout or of an invoice. The service sends them to the chain. */

/** What a payer agrees to on a page. A page sends the terms that it shows with each call that has them signed. */
export const TermsOut = component("PaymentTerms", "The terms that the payer agrees to.", {
  amountDue: decimalOut().nullable().meta({
    description: "Amount to pay now, in USDC; null if nothing is paid here",
    example: "25.000000",
  }),
  merchantAddress: z.string().nullable().meta({
    description: "Address that receives the payments; null if the seller cannot take any",
    example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  }),
  prices: z.string().nullable().meta({
    description:
      "Identifies the rate cards that price the usage, the one in effect and the next; null if the payer agrees to the amount alone",
    example: exampleId,
  }),
});

/** The terms that a page shows; omitted: the caller shows none. */
export const shownTerms = () =>
  omittable(
    nested({
      amountDue: omittable(decimal()).meta({
        description: "The amount due that is shown, in USDC",
        example: "25.000000",
      }),
      merchantAddress: omittable(evmAddress()).meta({
        description: "The address that receives the payments, as shown",
        example: exampleAddress,
      }),
      prices: omittable(requiredText(600)).meta({
        description: "The `prices` that are shown",
        example: exampleId,
      }),
    }),
  ).meta({
    description:
      "The `terms` of the response that the page shows, unchanged. If they are not the current ones, the call is refused with `terms_changed`, and the message says what has changed. Default: nothing is compared",
    example: {
      amountDue: "25.000000",
      merchantAddress: exampleAddress,
      prices: exampleId,
    },
  });

/** A time on the chain, as `prepare` returned it. */
export const preparedSeconds = (example: number) =>
  wholeNumber(0, Number.MAX_SAFE_INTEGER).meta({
    description: "As prepared: when the signature expires, in Unix seconds",
    example,
  });

/** When a signature expires. */
export const secondsOut = (example: number) =>
  z.int().meta({
    description: "When the signature expires, in Unix seconds of the chain's clock",
    example,
  });

const validUntil = 1_769_864_400;

/** An example of a signed payment. */
export const signedPayment = { validUntil, signature: exampleSignature };

export const SignedPayment = nested({
  validUntil: preparedSeconds(validUntil),
  signature: signature().meta({
    description: "The wallet's signature of the payment's typed data",
  }),
});
export type SignedPayment = z.output<typeof SignedPayment>;

export const PreparedPayment = z.object({
  validUntil: secondsOut(validUntil),
  typedData: TypedData,
});

export const PayeeOut = z.object({
  chainId: chainIdOut(),
  token: addressOut().meta({ description: "Address of the USDC contract" }),
  collector: addressOut().meta({
    description: "Address of the contract that collects and records the payment",
  }),
  merchantAddress: z.string().meta({
    description: "Address that receives the payment",
    example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  }),
  explorerUrl: z.string().nullable().meta({
    description:
      "A block explorer of the chain, which shows a transaction at `<explorerUrl>/tx/<hash>`; null if none is known",
    example: "https://basescan.org",
  }),
});

export const WalletPayment = component(
  "WalletPayment",
  "The state of a payment that a wallet signed.",
  {
    status: z.enum(settlementStatuses).meta({
      description:
        "`PENDING`: about to be sent. `SUBMITTED`: sent to the chain. `CONFIRMED`: paid. `FAILED`: refused; another payment can be made. `isFinal` tells whether the failure is final",
      example: "CONFIRMED",
    }),
    payerAddress: addressOut().meta({ description: "Address of the wallet that pays" }),
    merchantAddress: z.string().meta({
      description: "Address that this payment goes to, also if the seller has another one now",
      example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    }),
    amount: decimalOut().meta({ description: "Amount of this payment, in USDC" }),
    transactionHash: z.string().nullable().meta({
      description: "Hash of the payment's transaction; null before it is sent",
      example: exampleHash,
    }),
    isFinal: z.boolean().meta({
      description:
        "Whether the payment has `FAILED` for good. A reverted payment is watched until its block is final: after a chain reorganization it can still succeed, and then no other payment of the invoice is taken",
      example: false,
    }),
    failure: z.string().nullable().meta({
      description: "Why it is `FAILED`, in words for the payer; null otherwise",
      example: null,
    }),
  },
);

export const CurrentPayment = WalletPayment.nullable().meta({
  description:
    "The payment in progress or completed, otherwise the last one that failed; null before the first",
});

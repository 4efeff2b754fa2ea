import { z } from "zod";
import {
  addressOut,
  amountOut,
  chainIdOut,
  component,
  createdAt,
  decimalOut,
  id,
  timeOut,
} from "../kit/answers.ts";
import { exampleAddress, exampleHash, exampleSignature } from "../kit/evm-fields.ts";
import { decimal, omittable, request, requiredId } from "../kit/fields.ts";
import { requiredOr } from "../kit/messages.ts";
import { notAJsonObject, recordNotFound } from "../kit/refusal.ts";
import { settlementStatuses } from "./settlement-states.ts";

/*
 * The x402 protocol, version 2 (https://x402.org, packages @x402/*): what a resource server sends to its facilitator, and
 * gets. The bodies are the protocol's: flat, and with fields of extensions that are not looked at.
 */

export const x402PaymentNotFound = recordNotFound("x402_payment_not_found", "x402PaymentId");

const exampleNetwork = "eip155:8453";

/** An object with further fields, which nobody looks at. */
const loose = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape, { error: requiredOr("must be an object.") });

const text = () => z.string({ error: requiredOr("must be a string.") });

/** What the seller's server asks for, of the offers that its 402 response has made. */
const PaymentRequirements = loose({
  scheme: text().meta({ description: "Only `exact` can be settled", example: "exact" }),
  network: text().meta({
    description: "CAIP-2 name of the settlement chain",
    example: exampleNetwork,
  }),
  amount: text().meta({
    description: "What is to be paid, in the token's smallest units: 2500 is 0.0025 USDC",
    example: "2500",
  }),
  asset: text().meta({ description: "Address of USDC", example: exampleAddress }),
  payTo: text().meta({
    description: "The payout address of one of your services",
    example: exampleAddress,
  }),
  extra: omittable(loose({})).meta({
    description:
      "What the payer needs to sign. Of it, `usance` is read: `paymentPlanId`, the `USAGE_BASED` plan that is used, needed if several services have this payout address; `quantity`, what the usage event has, by default 1; or `topUp: true`, with which the payment stays on the payer's prepaid balance",
    example: { name: "USD Coin", version: "2", usance: { quantity: "1" } },
  }),
});

/** What the payer signed, as its `PAYMENT-SIGNATURE` header has it. */
const PaymentPayload = loose({
  payload: loose({}).meta({
    description:
      "`signature` and `authorization` of an EIP-3009 `TransferWithAuthorization` to `payTo`: `from`, `to`, `value`, `validAfter`, `validBefore`, `nonce`",
    example: {
      signature: exampleSignature,
      authorization: {
        from: exampleAddress,
        to: exampleAddress,
        value: "2500",
        validAfter: "0",
        validBefore: "1767225600",
        nonce: exampleHash,
      },
    },
  }),
  resource: omittable(loose({})).meta({
    description: "What was paid for. Its `url` is stored with the payment",
    example: { url: "https://api.example.com/cheap" },
  }),
  extensions: omittable(loose({})).meta({
    description: "Of them, `payment-identifier` is read: a second payment with its id is refused",
    example: {},
  }),
});

export const X402Request = z.looseObject(
  {
    x402Version: z
      .number({ error: requiredOr("must be a number.") })
      .meta({ description: "Only 2 is supported", example: 2 }),
    paymentPayload: PaymentPayload.meta({
      description: "The payer's `PAYMENT-SIGNATURE`, decoded",
    }),
    paymentRequirements: PaymentRequirements.meta({ description: "The offer that was accepted" }),
  },
  { error: () => notAJsonObject.message },
);

export type X402Request = z.output<typeof X402Request>;

/** The fields of `extra.usance`. */
export const UsanceExtra = z.looseObject({
  paymentPlanId: omittable(requiredId()),
  quantity: omittable(decimal()),
  topUp: omittable(z.boolean()),
});

const reason = (of: string) =>
  z
    .string()
    .optional()
    .meta({
      example: "invalid_exact_evm_insufficient_balance",
      description: `Why ${of}: a reason of the protocol, such as \`invalid_exact_evm_signature\`, or one that begins with \`usance_\``,
    });
const message = () =>
  z.string().optional().meta({
    description: "The same in a sentence",
    example: "The chain refuses the payment.",
  });
const payer = () =>
  addressOut()
    .optional()
    .meta({ description: "Address of the payer's wallet", example: exampleAddress });

const network = () =>
  z.string().meta({ description: "CAIP-2 name of the settlement chain", example: exampleNetwork });

export const X402Supported = z.object({
  kinds: z
    .array(
      z.object({
        x402Version: z.literal(2).meta({ description: "Version of the protocol", example: 2 }),
        scheme: z
          .literal("exact")
          .meta({ description: "The payer signs the exact amount", example: "exact" }),
        network: network(),
        extra: z
          .object({
            asset: addressOut().meta({ description: "Address of USDC" }),
            name: z.string().meta({ description: "The token's name", example: "USD Coin" }),
            version: z.string().meta({ description: "The token's version", example: "2" }),
          })
          .meta({ description: "The token, and what payers need to sign for it" }),
      }),
    )
    .meta({ description: "What can be settled. Empty if this service takes no payments" }),
  extensions: z.array(z.string()).meta({
    description: "The extensions of the protocol that are read",
    example: ["payment-identifier"],
  }),
  signers: z.record(z.string(), z.array(z.string())).meta({
    description: "The addresses that send settlements",
    example: { "eip155:*": [exampleAddress] },
  }),
});

export const X402Verified = z.object({
  isValid: z.boolean().meta({
    description: "Whether the payment would be settled now",
    example: true,
  }),
  invalidReason: reason("not"),
  invalidMessage: message(),
  payer: payer(),
});

export const X402Settled = z.object({
  success: z.boolean().meta({
    description: "Whether the payment is `CONFIRMED`. It is true in one response for each payment",
    example: true,
  }),
  errorReason: reason("it is not, or not yet"),
  errorMessage: message(),
  payer: payer(),
  transaction: z.string().meta({
    description: "Hash of the payment's transaction; empty before one was sent",
    example: exampleHash,
  }),
  network: network(),
  amount: z.string().optional().meta({
    description: "What was paid, in the token's smallest units",
    example: "2500",
  }),
});

export const X402Payment = component("X402Payment", "A payment that a program made with x402.", {
  id: id(),
  serviceId: id(),
  paymentPlanId: id(),
  chainId: chainIdOut(),
  payerAddress: addressOut().meta({ description: "Address of the payer's wallet" }),
  nonce: z.string().meta({
    description: "The nonce that the payer signed: a wallet uses each once",
    example: exampleHash,
  }),
  amount: amountOut().meta({ description: "What was paid, in USDC" }),
  quantity: decimalOut().nullable().meta({
    description: "The quantity of the usage event; null: the payment is a top-up",
  }),
  resource: z.string().nullable().meta({
    description: "The URL that was paid for, as the payer named it",
    example: "https://api.example.com/cheap",
  }),
  paymentIdentifier: z.string().nullable().meta({
    description: "The id that the payer gave the payment; null: none",
    example: null,
  }),
  status: z.enum(settlementStatuses).meta({
    description: "Status of its settlement",
    example: "CONFIRMED",
  }),
  transactionHash: z.string().nullable().meta({
    description: "Hash of the transaction; null before one was sent",
    example: exampleHash,
  }),
  userId: id()
    .nullable()
    .meta({ description: "Id of the user that the payer is; null before it is confirmed" }),
  subscriptionId: id()
    .nullable()
    .meta({ description: "Id of the payer's subscription; null before it is confirmed" }),
  balanceId: id().nullable().meta({
    description: "Id of the balance that the payment has topped up; null before it is confirmed",
  }),
  invoiceId: id().meta({ description: "Id of its invoice, which exists for you once it is paid" }),
  settlementId: id().meta({
    description: "Id of its settlement, which exists for you once it is confirmed",
  }),
  usageEventId: id().nullable().meta({
    description:
      "Id of the usage event; null before it is confirmed, of a top-up, and if a limit has refused the event: then the payment is on the payer's balance",
  }),
  deliveredAt: timeOut().nullable().meta({
    description: "When `POST /x402/settle` answered that it was paid; null: not yet",
  }),
  createdAt: createdAt(),
});

export const X402PaymentId = request({ x402PaymentId: requiredId() });
export const OneX402Payment = z.object({ x402Payment: X402Payment });

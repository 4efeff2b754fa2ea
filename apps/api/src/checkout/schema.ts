import { z } from "zod";
import { Plan } from "../plans/schema.ts";
import { ServiceRecord } from "../services/schema.ts";
import { settlementStatuses } from "../settlements/record.ts";
import { decimalOut, id, timeOut } from "../shared/answers.ts";
import { bytes32, evmAddress, signature } from "../shared/evm-fields.ts";
import { exampleAddress, exampleHash, exampleTime } from "../shared/examples.ts";
import { decimal, nested, omittable, request, requiredId, wholeNumber } from "../shared/fields.ts";
import { says } from "../shared/messages.ts";
import { NewPayer } from "../users/schema.ts";

/*
 * What the checkout page sends and is told. It is called without a key, by whoever has the session's
 * id: nothing here says who the seller or another subscriber is beyond what a payer must know.
 */

export const CheckoutId = request({ checkoutSessionId: requiredId() });

const cap = decimal()
  .refine((amount) => amount.gt(0), says("must be more than zero."))
  .meta({
    description: "The most that is ever taken under the cap, in USDC",
    example: "100.000000",
  });
const seconds = () => wholeNumber(0, Number.MAX_SAFE_INTEGER);

export const PrepareCheckout = request({
  checkoutSessionId: requiredId(),
  payerAddress: evmAddress().meta({ description: "The wallet that is to pay and to sign" }),
  capAmount: omittable(cap).meta({
    description: "Prepares a spending cap of so much as well, for later invoices",
    example: "100.000000",
  }),
});

export const PayCheckout = request({
  checkoutSessionId: requiredId(),
  user: omittable(NewPayer).meta({
    description: "Who subscribes, where the session does not say",
    example: { email: "payer@example.com", name: "Pat Payer" },
  }),
  payerAddress: omittable(evmAddress()).meta({ description: "The wallet that has signed" }),
  payment: omittable(
    nested({
      validUntil: seconds().meta({
        description: "As prepared: chain time in seconds",
        example: 1_769_864_400,
      }),
      signature: signature().meta({ description: "Over the payment's typed data" }),
    }),
  ).meta({ description: "Needed where something is due now" }),
  cap: omittable(
    nested({
      amount: cap,
      validUntil: seconds().meta({
        description: "As prepared: chain time in seconds",
        example: 1_801_400_400,
      }),
      nonce: bytes32().meta({ description: "As prepared" }),
      signature: signature().meta({ description: "Over the cap's typed data" }),
    }),
  ).meta({ description: "A spending cap for later invoices, as prepared and signed" }),
});

const CheckoutPayment = z
  .object({
    status: z.enum(settlementStatuses).meta({
      description:
        "`PENDING`: about to be sent. `SUBMITTED`: sent to the chain. `CONFIRMED`: paid. `FAILED`: nothing was taken, or the chain has not decided in time",
      example: "CONFIRMED",
    }),
    payerAddress: z.string().meta({ example: exampleAddress }),
    transactionHash: z.string().nullable().meta({ example: exampleHash }),
    failure: z.string().nullable().meta({ description: "Why it is `FAILED`", example: null }),
  })
  .meta({ id: "CheckoutPayment", description: "How the payment at checkout stands." });

const status = z.enum(["PENDING", "PAID", "EXPIRED", "CANCELLED"]).meta({ example: "PENDING" });

export const CheckoutStatus = z
  .object({ id: id(), status, payment: CheckoutPayment.nullable() })
  .meta({ id: "CheckoutStatus", description: "How a checkout stands." });

export const Checkout = z
  .object({
    id: id(),
    status,
    expiresAt: timeOut().nullable().meta({ example: exampleTime }),
    seller: z.object({ name: z.string().nullable().meta({ example: "Ada Developer" }) }),
    service: ServiceRecord.pick({ name: true, description: true }),
    paymentPlan: Plan.pick({
      name: true,
      description: true,
      pricingType: true,
      billingInterval: true,
      amount: true,
      currency: true,
    }),
    amountDue: decimalOut().meta({ description: "What is paid now, in USDC" }),
    takesEmail: z.boolean().meta({
      description: "Whether the session does not say who subscribes yet",
      example: true,
    }),
    successUrl: z.string().nullable().meta({ example: "https://app.example.com/welcome" }),
    cancelUrl: z.string().nullable().meta({ example: "https://app.example.com/pricing" }),
    chain: z
      .object({
        chainId: z.int().meta({ description: "EIP-155 id", example: 8453 }),
        token: z.string().meta({ description: "The USDC contract", example: exampleAddress }),
        collector: z.string().meta({
          description: "The contract that takes the payment and records it",
          example: exampleAddress,
        }),
        merchantAddress: z.string().meta({
          description: "Where the money goes",
          example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
        }),
      })
      .nullable()
      .meta({ description: "null: payments cannot be taken here" }),
    payment: CheckoutPayment.nullable(),
  })
  .meta({ id: "Checkout", description: "A checkout session as its subscriber sees it." });

const TypedData = z
  .object({
    domain: z.object({
      name: z.string(),
      version: z.string(),
      chainId: z.int(),
      verifyingContract: z.string(),
    }),
    types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
    primaryType: z.string(),
    message: z.record(z.string(), z.string()),
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

export const PreparedCheckout = z
  .object({
    payerAddress: z.string().meta({ example: exampleAddress }),
    balance: decimalOut().meta({ description: "The USDC that the wallet has" }),
    payment: z
      .object({
        validUntil: z.int().meta({ description: "Chain time, seconds", example: 1_769_864_400 }),
        typedData: TypedData,
      })
      .nullable()
      .meta({ description: "What to sign for what is due now; null when nothing is" }),
    cap: z
      .object({
        amount: decimalOut(),
        validUntil: z.int().meta({ description: "Chain time, seconds", example: 1_801_400_400 }),
        nonce: z.string().meta({ example: exampleHash }),
        typedData: TypedData,
        approval: z
          .object({
            to: z.string().meta({ example: exampleAddress }),
            data: z.string().meta({ example: "0x095ea7b3" }),
          })
          .nullable()
          .meta({
            description:
              "The transaction by which the wallet allows as much to the collector; null when it does already",
          }),
      })
      .nullable()
      .meta({ description: "What to sign for the spending cap that was asked for" }),
  })
  .meta({ id: "PreparedCheckout", description: "What a wallet is to sign." });

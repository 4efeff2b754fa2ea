import { z } from "zod";
import { addressOut, decimalOut, id, timeOut } from "../lib/answers.ts";
import { bytes32, evmAddress, signature } from "../lib/evm-fields.ts";
import { exampleAddress, exampleHash, exampleSignature } from "../lib/examples.ts";
import { decimal, nested, omittable, request, requiredId } from "../lib/fields.ts";
import { says } from "../lib/messages.ts";
import { checkoutSessionStatus, returnUrls } from "./checkout-sessions.ts";
import {
  CurrentPayment,
  PayeeOut,
  PreparedPayment,
  preparedSeconds,
  SignedPayment,
  secondsOut,
  signedPayment,
} from "./payments.ts";
import { OfferedPlan } from "./plans.ts";
import { ServiceRecord } from "./services.ts";
import { TypedData } from "./typed-data.ts";
import { NewPayer } from "./users.ts";

/*
 * The checkout page calls these operations without an API key. Anyone with the session id can call them, so their
 * answers tell only what a payer must know about the seller, and nothing about other subscribers.
 */

export const CheckoutId = request({ checkoutSessionId: requiredId() });

const cap = decimal()
  .refine((amount) => amount.gt(0), says("must be more than zero."))
  .meta({
    description: "Total limit of the cap, in USDC",
    example: "100.000000",
  });

const capValidUntil = 1_801_400_400;

export const PrepareCheckout = request({
  checkoutSessionId: requiredId(),
  payerAddress: evmAddress().meta({ description: "Address of the wallet that pays and signs" }),
  capAmount: omittable(cap).meta({
    description:
      "Also prepares a spending cap, under which later invoices are collected: the cap's total limit, in USDC",
    example: "100.000000",
  }),
  capAllowance: omittable(cap).meta({
    description:
      "Send this once the wallet has sent the `approval` of an earlier response: the `cap.allowance` of that response. `approval` is null as soon as the wallet allows that much",
    example: "100.000000",
  }),
});

export const PayCheckout = request({
  checkoutSessionId: requiredId(),
  user: omittable(NewPayer).meta({
    description: "The subscriber, if the session has no user",
    example: { email: "payer@example.com", name: "Pat Payer" },
  }),
  payerAddress: omittable(evmAddress()).meta({
    description: "Address of the wallet that signed. Required with `payment` and `cap`",
    example: exampleAddress,
  }),
  payment: omittable(SignedPayment).meta({
    description: "The prepared and signed payment. Required if an amount is due now",
    example: signedPayment,
  }),
  cap: omittable(
    nested({
      amount: cap,
      validUntil: preparedSeconds(capValidUntil),
      nonce: bytes32().meta({
        description: "As prepared: it makes the cap unique",
      }),
      signature: signature().meta({
        description: "The wallet's signature of the cap's typed data",
      }),
    }),
  ).meta({
    description: "The prepared and signed spending cap for later invoices",
    example: {
      amount: "100.000000",
      validUntil: capValidUntil,
      nonce: exampleHash,
      signature: exampleSignature,
    },
  }),
});

export const CheckoutStatus = z
  .object({ id: id(), status: checkoutSessionStatus(), payment: CurrentPayment })
  .meta({ id: "CheckoutStatus", description: "The state of a checkout." });

const Checkout = z
  .object({
    id: id(),
    status: checkoutSessionStatus(),
    expiresAt: timeOut().nullable().meta({
      description: "When the session becomes `EXPIRED`, unless it is paid first; null: never",
    }),
    seller: z
      .object({
        name: z.string().nullable().meta({
          description: "The seller's name; null if none was given",
          example: "Ada Developer",
        }),
      })
      .meta({ description: "The seller" }),
    service: ServiceRecord.pick({ name: true, description: true }).meta({
      description: "The service that is subscribed to",
    }),
    paymentPlan: OfferedPlan,
    amountDue: decimalOut().meta({
      description: "Amount to pay now, in USDC; zero if the plan bills usage later",
    }),
    takesEmail: z.boolean().meta({
      description: "Whether the subscriber must give an e-mail address: the session has no user",
      example: true,
    }),
    ...returnUrls,
    chain: PayeeOut.nullable().meta({
      description: "Where to pay; null if this checkout cannot take payments",
    }),
    payment: CurrentPayment,
    outcome: z
      .object({
        spendingCap: z
          .object({
            amount: decimalOut().meta({
              description: "Total limit of the cap, in USDC",
              example: "100.000000",
            }),
            validUntil: timeOut().meta({ description: "When the cap ends" }),
          })
          .nullable()
          .meta({ description: "The spending cap that was signed; null if none was" }),
        nextInvoiceAt: timeOut().nullable().meta({
          description:
            "When the next period begins, and with it the next invoice; null if there is none",
        }),
        receiptUrl: z.string().nullable().meta({
          description: "Page of the paid invoice: the receipt; null if nothing was due",
          example: "https://pay.example.com/checkout/invoices/9f3c1b7ae2d84c60b5a1f0e7d6c5b4a3",
        }),
      })
      .nullable()
      .meta({ description: "What the checkout led to; null until it is `PAID`" }),
  })
  .meta({ id: "Checkout", description: "A checkout session as its subscriber sees it." });

export const PreparedCheckout = z
  .object({
    payerAddress: addressOut().meta({ description: "Address of the wallet that signs" }),
    balance: decimalOut().meta({ description: "The wallet's balance, in USDC" }),
    payment: PreparedPayment.nullable().meta({
      description: "The payment to sign; null if nothing is due now",
    }),
    cap: z
      .object({
        amount: decimalOut().meta({
          description: "Total limit of the cap, in USDC",
        }),
        allowance: decimalOut().meta({
          description:
            "The allowance, in USDC, that the wallet must grant the collector: what it allows now plus this cap. Send it as `capAllowance` once it is approved",
          example: "100.000000",
        }),
        validUntil: secondsOut(capValidUntil),
        nonce: z.string().meta({
          description: "32 bytes in hex that make the cap unique",
          example: exampleHash,
        }),
        typedData: TypedData,
        approval: z
          .object({
            to: addressOut().meta({
              description: "Address to send the transaction to: the USDC contract",
            }),
            data: z.string().meta({
              description: "Call data in hex",
              example: "0x095ea7b3",
            }),
          })
          .nullable()
          .meta({
            description:
              "The transaction with which the wallet grants the `allowance`; null if it already does",
          }),
      })
      .nullable()
      .meta({ description: "The spending cap to sign; null if none was requested" }),
  })
  .meta({ id: "PreparedCheckout", description: "The typed data for a wallet to sign." });

export const OneCheckout = z.object({ checkout: Checkout });
export const OnePreparedCheckout = z.object({ preparedCheckout: PreparedCheckout });
export const OneCheckoutStatus = z.object({ checkoutStatus: CheckoutStatus });

import { z } from "zod";
import { addressOut, chainIdOut, decimalOut, id, timeOut } from "../lib/answers.ts";
import { bytes32, evmAddress, signature } from "../lib/evm-fields.ts";
import { exampleAddress, exampleHash, exampleSignature } from "../lib/examples.ts";
import { decimal, nested, omittable, request, requiredId, wholeNumber } from "../lib/fields.ts";
import { says } from "../lib/messages.ts";
import { formatAmount, fromTokenUnits } from "../lib/money.ts";
import type { RefusalTerms } from "../lib/refusal.ts";
import { checkoutSessionStatus, returnUrls } from "./checkout-sessions.ts";
import { Plan } from "./plans.ts";
import { ServiceRecord } from "./services.ts";
import { settlementStatuses } from "./settlement-states.ts";
import { NewPayer } from "./users.ts";

export const emailRequired: RefusalTerms = {
  kind: "invalid",
  message: "user.email is required.",
};

export const payerAddressRequired: RefusalTerms = {
  kind: "invalid",
  message: "payerAddress must be a valid address.",
};

export const payerIsMerchant: RefusalTerms = {
  kind: "invalid",
  message: "payerAddress is where the seller is paid: pay from another wallet.",
};

export const paymentRequired: RefusalTerms = {
  kind: "invalid",
  message: "payment is required.",
};

export const termsTooOld: RefusalTerms = {
  kind: "conflict",
  message: "What was signed is too old, or not as it was prepared. Sign again.",
};

/** The signature is of another wallet, chain or token, or for other terms: which, it does not say. */
export const notSigned = (what: "payment" | "cap"): RefusalTerms => ({
  kind: "invalid",
  message: `${what}.signature is not the payer's over the terms of this checkout. Sign again.`,
});

export const nothingCollected: RefusalTerms = {
  kind: "conflict",
  message: "This checkout cannot take payments.",
};

/** Token units as the USDC that callers read. */
const usdc = (units: bigint) => `${formatAmount(fromTokenUnits(units))} USDC`;

/** @param has in token units, as `due` */
export const balanceTooLow = (has: bigint, due: bigint): RefusalTerms => ({
  kind: "conflict",
  message: `The wallet has ${usdc(has)}; ${usdc(due)} are due.`,
});

/** @param allowed in token units, as `needed` */
export const allowanceTooLow = (allowed: bigint, needed: bigint): RefusalTerms => ({
  kind: "conflict",
  message: `The wallet allows ${usdc(allowed)} to the collector; the spending cap needs ${usdc(needed)}.`,
});

/** The seller has voided it, or it has expired with the session. */
export const invoiceClosed = (status: string): RefusalTerms => ({
  kind: "conflict",
  message: `The invoice of this checkout is ${status}.`,
});

/** @param why in words for whoever pays */
export const refusedByChain = (why: string): RefusalTerms => ({
  kind: "conflict",
  message: `The payment would fail, so it was not sent. ${why}`,
});

export const anotherPaymentUnderWay: RefusalTerms = {
  kind: "conflict",
  message:
    "Another wallet's payment for this checkout is being decided. Try again in a few seconds.",
  retryAfterSeconds: 5,
};

/** How much others are for is not said: whoever asks may not be the wallet's owner. */
export const balancePromised: RefusalTerms = {
  kind: "conflict",
  message:
    "The wallet has too little USDC for this payment and its others that are under way. Try again once those are decided.",
  retryAfterSeconds: 15,
};

export const tooManyUnderWay: RefusalTerms = {
  kind: "conflict",
  message: "The wallet has too many payments under way. Try again once one of them is decided.",
  retryAfterSeconds: 15,
};

export const oneAtATime: RefusalTerms = {
  kind: "conflict",
  message:
    "Payments to this seller are taken one at a time at the moment. Try again in a few seconds.",
  retryAfterSeconds: 5,
};

/** @param seconds until the next one is taken */
export const waitAfterFailures = (seconds: number): RefusalTerms => ({
  kind: "conflict",
  message: `Payments have failed on the chain: wait ${inTime(seconds)} before you try again, or pay from another wallet.`,
  retryAfterSeconds: seconds,
});

const inTime = (seconds: number) =>
  seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

/*
 * What the checkout page sends and is told. It is called without a key, by whoever has the session's
 * id: nothing here says who the seller or another subscriber is beyond what a payer must know.
 */

export const CheckoutId = request({ checkoutSessionId: requiredId() });

const cap = decimal()
  .refine((amount) => amount.gt(0), says("must be more than zero."))
  .meta({
    description: "The most that may ever be taken under the cap, in USDC",
    example: "100.000000",
  });

/** A time on the chain, as it was prepared. */
const preparedSeconds = (example: number) =>
  wholeNumber(0, Number.MAX_SAFE_INTEGER).meta({
    description: "As prepared: until when the signature holds, in seconds since 1970",
    example,
  });

const validUntil = { payment: 1_769_864_400, cap: 1_801_400_400 };

export const PrepareCheckout = request({
  checkoutSessionId: requiredId(),
  payerAddress: evmAddress().meta({ description: "Address of the wallet that is to pay and sign" }),
  capAmount: omittable(cap).meta({
    description:
      "Prepares a spending cap as well, under which later invoices are collected: the most that may ever be taken under it, in USDC",
    example: "100.000000",
  }),
  capAllowance: omittable(cap).meta({
    description:
      "Once the wallet has sent the `approval` of an earlier answer: that answer's `cap.allowance`. `approval` is null as soon as the wallet allows as much",
    example: "100.000000",
  }),
});

export const PayCheckout = request({
  checkoutSessionId: requiredId(),
  user: omittable(NewPayer).meta({
    description: "Who subscribes, where the session does not say",
    example: { email: "payer@example.com", name: "Pat Payer" },
  }),
  payerAddress: omittable(evmAddress()).meta({
    description: "Address of the wallet that has signed. Needed with `payment` and `cap`",
    example: exampleAddress,
  }),
  payment: omittable(
    nested({
      validUntil: preparedSeconds(validUntil.payment),
      signature: signature().meta({ description: "The wallet's, over the payment's typed data" }),
    }),
  ).meta({
    description: "The payment that was prepared and signed. Needed where something is due now",
    example: { validUntil: validUntil.payment, signature: exampleSignature },
  }),
  cap: omittable(
    nested({
      amount: cap,
      validUntil: preparedSeconds(validUntil.cap),
      nonce: bytes32().meta({
        description: "As prepared: it makes this cap another than any other",
      }),
      signature: signature().meta({ description: "The wallet's, over the cap's typed data" }),
    }),
  ).meta({
    description: "A spending cap for later invoices that was prepared and signed",
    example: {
      amount: "100.000000",
      validUntil: validUntil.cap,
      nonce: exampleHash,
      signature: exampleSignature,
    },
  }),
});

const CheckoutPayment = z
  .object({
    status: z.enum(settlementStatuses).meta({
      description:
        "`PENDING`: about to be sent. `SUBMITTED`: sent to the chain. `CONFIRMED`: paid. `FAILED`: refused, and another payment can be made. `isFinal` says whether that is for good",
      example: "CONFIRMED",
    }),
    payerAddress: addressOut().meta({ description: "Address of the wallet that pays" }),
    transactionHash: z.string().nullable().meta({
      description: "Hash of the transaction that takes the payment; null before it is sent",
      example: exampleHash,
    }),
    isFinal: z.boolean().meta({
      description:
        "Whether it has `FAILED` for good. One whose transaction reverted is watched until its block is final: a reorganisation of the chain may yet have it taken, and then no other payment of this checkout is",
      example: false,
    }),
    failure: z.string().nullable().meta({
      description: "Why it is `FAILED`, in words for whoever pays; null while it is not",
      example: null,
    }),
  })
  .meta({ id: "CheckoutPayment", description: "How the payment at checkout stands." });

const payment = CheckoutPayment.nullable().meta({
  description:
    "The payment that is under way or was taken, else the last one that was tried; null before there is one",
});

export const CheckoutStatus = z
  .object({ id: id(), status: checkoutSessionStatus(), payment })
  .meta({ id: "CheckoutStatus", description: "How a checkout stands." });

export const Checkout = z
  .object({
    id: id(),
    status: checkoutSessionStatus(),
    expiresAt: timeOut().nullable().meta({
      description: "When it becomes `EXPIRED`, unless it is paid before; null: never",
    }),
    seller: z
      .object({
        name: z.string().nullable().meta({
          description: "What the seller is called; null where nobody has said",
          example: "Ada Developer",
        }),
      })
      .meta({ description: "Who sells it" }),
    service: ServiceRecord.pick({ name: true, description: true }).meta({
      description: "What is subscribed to",
    }),
    paymentPlan: Plan.pick({
      name: true,
      description: true,
      pricingType: true,
      billingInterval: true,
      amount: true,
      currency: true,
    }).meta({ description: "What it costs" }),
    amountDue: decimalOut().meta({
      description: "What is to be paid now, in USDC: zero where the plan bills usage later",
    }),
    takesEmail: z.boolean().meta({
      description: "Whether the subscriber has to say who they are: the session does not",
      example: true,
    }),
    ...returnUrls,
    chain: z
      .object({
        chainId: chainIdOut(),
        token: addressOut().meta({ description: "Address of the USDC contract" }),
        collector: addressOut().meta({
          description: "Address of the contract that takes the payment and records it",
        }),
        merchantAddress: z.string().meta({
          description: "Address that the money goes to",
          example: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
        }),
      })
      .nullable()
      .meta({ description: "Where it is paid; null: payments cannot be taken here" }),
    payment,
  })
  .meta({ id: "Checkout", description: "A checkout session as its subscriber sees it." });

/** Until when what is signed holds. */
const secondsOut = (example: number) =>
  z.int().meta({
    description: "Until when the signature holds, in seconds since 1970 by the chain's clock",
    example,
  });

const TypedData = z
  .object({
    domain: z
      .object({
        name: z.string().meta({
          description: "What the contract that checks the signature calls itself",
          example: "USD Coin",
        }),
        version: z.string().meta({ description: "The version that it says it has", example: "2" }),
        chainId: chainIdOut(),
        verifyingContract: addressOut().meta({
          description: "Address of the contract that checks the signature",
        }),
      })
      .meta({ description: "For whom the signature is: it is worth nothing anywhere else" }),
    types: z
      .record(
        z.string(),
        z.array(
          z.object({
            name: z.string().meta({ description: "What the field is called", example: "from" }),
            type: z.string().meta({ description: "Its Solidity type", example: "address" }),
          }),
        ),
      )
      .meta({ description: "The fields of each type that is signed, in their order" }),
    primaryType: z.string().meta({
      description: "Which of the types the message is of",
      example: "ReceiveWithAuthorization",
    }),
    message: z.record(z.string(), z.string()).meta({
      description: "What is signed, by field; whole numbers are text",
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

export const PreparedCheckout = z
  .object({
    payerAddress: addressOut().meta({ description: "Address of the wallet that is to sign" }),
    balance: decimalOut().meta({ description: "The USDC that the wallet has" }),
    payment: z
      .object({
        validUntil: secondsOut(validUntil.payment),
        typedData: TypedData,
      })
      .nullable()
      .meta({ description: "What to sign for what is due now; null when nothing is" }),
    cap: z
      .object({
        amount: decimalOut().meta({
          description: "The most that may ever be taken under it, in USDC",
        }),
        allowance: decimalOut().meta({
          description:
            "What the wallet must allow the collector in all: what it allows now, and this cap. Send it as `capAllowance` once it is approved",
          example: "100.000000",
        }),
        validUntil: secondsOut(validUntil.cap),
        nonce: z.string().meta({
          description: "32 bytes in hex that make it another cap than any other",
          example: exampleHash,
        }),
        typedData: TypedData,
        approval: z
          .object({
            to: addressOut().meta({
              description: "Where the wallet is to send it: the USDC contract",
            }),
            data: z.string().meta({
              description: "The call's data, in hex",
              example: "0x095ea7b3",
            }),
          })
          .nullable()
          .meta({
            description:
              "The transaction by which the wallet allows the collector `allowance`; null when it does already",
          }),
      })
      .nullable()
      .meta({ description: "What to sign for the spending cap; null when none was asked for" }),
  })
  .meta({ id: "PreparedCheckout", description: "What a wallet is to sign." });

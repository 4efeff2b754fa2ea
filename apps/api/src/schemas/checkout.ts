import { z } from "zod";
import { addressOut, decimalOut, id, timeOut } from "../kit/answers.ts";
import { evmAddress, exampleAddress } from "../kit/evm-fields.ts";
import { omittable, request, requiredId } from "../kit/fields.ts";
import { checkoutSessionStatus, returnUrls } from "./checkout-sessions.ts";
import {
  CurrentPayment,
  PayeeOut,
  PreparedPayment,
  SignedPayment,
  shownTerms,
  signedPayment,
  TermsOut,
} from "./payments.ts";
import { OfferedPlan } from "./plans.ts";
import { Components } from "./rate-cards.ts";
import { ShownService } from "./services.ts";
import { capAllowance, capAmount, PreparedCap, SignedCap, signedCap } from "./spending-caps.ts";
import { NewPayer } from "./users.ts";

/** The card in effect and the next one. */
const maxShownCards = 2;

const usdc = (description: string, example: string) => z.string().meta({ description, example });

/** A rate card as the pages of subscribers show it, to those who agree to its prices. */
export const OfferedCard = z
  .object({
    id: id(),
    components: Components,
    isInEffect: z.boolean().meta({
      description: "`true`: it prices the current period. `false`: it prices only later periods",
      example: true,
    }),
    effectiveFrom: timeOut().meta({
      description: "Periods that begin then or later cost what this card says",
    }),
    baseAmount: usdc("Cost of a period without usage, in USDC", "10.000000"),
    workedExample: z
      .object({
        lines: z
          .array(
            z.object({
              description: z.string().meta({
                description: "Description of the component",
                example: "Requests",
              }),
              quantity: z.string().nullable().meta({
                description: "The usage of the example; null if the component prices none",
                example: "2000",
              }),
              amount: usdc("What it costs in the example, in USDC", "4.000000"),
            }),
          )
          .meta({ description: "What each component costs" }),
        amount: usdc("What the example costs, in USDC: the sum of the lines", "14.000000"),
      })
      .nullable()
      .meta({
        description:
          "What a period costs with some usage, as a quote calculates it; null if that is more than an invoice can bill",
      }),
  })
  .meta({ id: "OfferedRateCard", description: "What the usage of a plan costs, with an example." });

export const offeredCards = () =>
  z.array(OfferedCard).max(maxShownCards).meta({
    description:
      "The rate cards of the plan: the one in effect, then the next one that is announced. Empty if the plan has none: then usage costs the plan's `amount` per unit",
  });

/*
 * The checkout page calls these operations without an API key. Anyone with the session id can call them, so their
 * answers tell only what a payer must know about the seller, and nothing about other subscribers.
 */

export const CheckoutId = request({ checkoutSessionId: requiredId() });

export const PrepareCheckout = request({
  checkoutSessionId: requiredId(),
  payerAddress: evmAddress().meta({ description: "Address of the wallet that pays and signs" }),
  capAmount: omittable(capAmount()).meta({
    description:
      "Also prepares a spending cap, under which later invoices are collected: the cap's total limit, in USDC",
    example: "100.000000",
  }),
  capAllowance: capAllowance(),
  terms: shownTerms(),
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
  cap: omittable(SignedCap).meta({
    description: "The prepared and signed spending cap for later invoices",
    example: signedCap,
  }),
  terms: shownTerms(),
});

export const CheckoutStatus = z
  .object({
    id: id(),
    status: checkoutSessionStatus(),
    terms: TermsOut,
    payment: CurrentPayment,
  })
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
    service: ShownService.meta({ description: "The service that is subscribed to" }),
    paymentPlan: OfferedPlan,
    rateCards: offeredCards(),
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
    terms: TermsOut,
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

const PreparedCheckout = z
  .object({
    payerAddress: addressOut().meta({ description: "Address of the wallet that signs" }),
    balance: decimalOut().meta({ description: "The wallet's balance, in USDC" }),
    payment: PreparedPayment.nullable().meta({
      description: "The payment to sign; null if nothing is due now",
    }),
    cap: PreparedCap.nullable().meta({
      description: "The spending cap to sign; null if none was requested",
    }),
  })
  .meta({ id: "PreparedCheckout", description: "The typed data for a wallet to sign." });

export const OneCheckout = z.object({ checkout: Checkout });
export const OnePreparedCheckout = z.object({ preparedCheckout: PreparedCheckout });
export const OneCheckoutStatus = z.object({ checkoutStatus: CheckoutStatus });

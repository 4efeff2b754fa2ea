import { z } from "zod";
import { component, id, timeOut } from "../kit/answers.ts";
import { evmAddress, exampleAddress, exampleHash } from "../kit/evm-fields.ts";
import { omittable, request, requiredId } from "../kit/fields.ts";
import { checkoutSessionStatus } from "./checkout-sessions.ts";
import { CurrentPayment, SignedPayment, shownTerms, signedPayment, TermsOut } from "./payments.ts";
import { Components } from "./rate-cards.ts";
import { SignedCap, signedCap } from "./spending-caps.ts";
import { NewPayer } from "./users.ts";

/** The card in effect and the next one. */
const maxShownCards = 2;

const usdc = (description: string, example: string) => z.string().meta({ description, example });

/** A rate card as the pages of subscribers show it, to those who agree to its prices. */
export const OfferedCard = component(
  "OfferedRateCard",
  "What the usage of a plan costs, with an example.",
  {
    id: id(),
    hash: z.string().meta({
      description: "Hash of the components: the spending cap that a wallet signs names it",
      example: exampleHash,
    }),
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
  },
);

export const offeredCards = () =>
  z.array(OfferedCard).max(maxShownCards).meta({
    description:
      "The rate cards of the plan: the one in effect, then the next one that is announced. Empty if the plan has none: then usage costs the plan's `amount` per unit",
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

export const CheckoutStatus = component("CheckoutStatus", "The state of a checkout.", {
  id: id(),
  status: checkoutSessionStatus(),
  terms: TermsOut,
  payment: CurrentPayment,
});
export const OneCheckoutStatus = z.object({ checkoutStatus: CheckoutStatus });

import { z } from "zod";
import { decimalOut, timeOut } from "../kit/answers.ts";
import { exampleHash, exampleSignature, signature } from "../kit/evm-fields.ts";
import { nested, omittable, positiveDecimal, wholeNumber } from "../kit/fields.ts";
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

const limit = (description: string) =>
  positiveDecimal().meta({ description, example: "100.000000" });

const perPeriod = () => limit("Maximum that is collected in one period, in USDC");
const perCharge = () => limit("Maximum of one collection, in USDC");
const total = () => limit("Maximum that is collected under the cap in all, in USDC");

const year = 31_536_000;

const periodSeconds = () =>
  omittable(wholeNumber(3_600, year)).meta({
    description:
      "Length of a period in seconds, counted from a Monday, 00:00 UTC. Absent: calendar months, in UTC",
    example: 604_800,
  });

/** The limits of a cap that is not signed yet. */
export const CapLimits = nested({
  allowance: omittable(limit("The least allowance to prepare a permit for, in USDC")).meta({
    description:
      "What the collector is to be allowed in all, in USDC, if an earlier answer said that the wallet needs more than was prepared",
    example: "1300.000000",
  }),
  perPeriod: perPeriod(),
  periodSeconds: periodSeconds(),
  perCharge: omittable(perCharge()).meta({
    description: "Maximum of one collection, in USDC. Absent: `perPeriod`",
    example: "25.000000",
  }),
  total: omittable(total()).meta({
    description:
      "Maximum that is collected under the cap in all, in USDC. Absent: `perPeriod` for each period of a year",
    example: "1200.000000",
  }),
});
export type CapLimits = z.output<typeof CapLimits>;

/** An example of the limits of a cap. */
export const capLimits = { perPeriod: "100.000000" };

export const exampleStart = 1_769_864_400;
const exampleValidUntil = 1_801_400_400;

/** An example of a signed cap. */
export const signedCap = {
  perPeriod: "100.000000",
  perCharge: "100.000000",
  total: "1200.000000",
  start: exampleStart,
  validUntil: exampleValidUntil,
  signature: exampleSignature,
  permit: { allowance: "1200.000000", deadline: exampleValidUntil, signature: exampleSignature },
};

const byWallet = (what: string) =>
  signature().meta({ description: `The wallet's signature of the typed data of the ${what}` });

/** A cap as it was prepared, with the wallet's signatures. */
export const SignedCap = nested({
  perPeriod: perPeriod(),
  periodSeconds: periodSeconds(),
  perCharge: perCharge(),
  total: total(),
  start: preparedSeconds(exampleStart).meta({
    description: "As prepared: when the cap begins, in Unix seconds",
  }),
  validUntil: preparedSeconds(exampleValidUntil),
  signature: byWallet("cap"),
  permit: omittable(
    nested({
      allowance: limit("As prepared: what the collector may take from the wallet in all, in USDC"),
      deadline: preparedSeconds(exampleValidUntil),
      signature: byWallet("permit"),
    }),
  ).meta({
    description: "The prepared and signed permit, if one was prepared",
    example: signedCap.permit,
  }),
});
export type SignedCap = z.output<typeof SignedCap>;

export const capRateCards = () =>
  z.array(z.string()).meta({
    description:
      "Hashes of the rate cards that the cap names, as they were shown when it was signed, in the order of their effect. An invoice that asks for more than its usage costs by the dearest of them is not collected under the cap. Empty: the plan had no rate card",
    example: [exampleHash],
  });

/** What a wallet signs to end a cap. */
export const capRevocation = () =>
  z.object({
    start: secondsOut(exampleStart).meta({
      description: "When the revocation takes effect, in Unix seconds of the chain's clock",
    }),
    typedData: TypedData,
  });

export const capPeriod = () =>
  z.int().nullable().meta({
    description:
      "Length of a period in seconds, counted from a Monday, 00:00 UTC; null: calendar months, in UTC",
    example: null,
  });

/** The limits of a signed cap. */
export const capLimitsOut = () => ({
  perPeriod: decimalOut().meta({
    description: "Maximum that is collected in one period, in USDC",
    example: "100.000000",
  }),
  periodSeconds: capPeriod(),
  perCharge: decimalOut().meta({
    description: "Maximum of one collection, in USDC",
    example: "100.000000",
  }),
  total: decimalOut().meta({
    description: "Maximum that is collected under the cap in all, in USDC",
    example: "1200.000000",
  }),
});

/** What was spent under a cap. */
export const capSpendingOut = () => ({
  spent: decimalOut().meta({
    description: "Total collected under the cap so far, in USDC, as recorded on the chain",
    example: "12.500000",
  }),
  spentInPeriod: decimalOut().meta({
    description:
      "Collected in the current period, in USDC, also under the cap that this one has replaced",
    example: "12.500000",
  }),
  periodEnd: timeOut().meta({
    description: "When the current period ends, by the chain's clock",
  }),
});

export const PreparedCap = z.object({
  ...capLimitsOut(),
  start: secondsOut(exampleStart).meta({
    description: "When the cap begins, in Unix seconds of the chain's clock",
  }),
  validUntil: secondsOut(exampleValidUntil),
  typedData: TypedData,
  permit: z
    .object({
      allowance: decimalOut().meta({
        description:
          "What the collector may take from the wallet in all, in USDC: what the wallet allows now, for its other caps with any seller, and the cap's `total`",
        example: "1200.000000",
      }),
      deadline: secondsOut(exampleValidUntil),
      typedData: TypedData,
    })
    .nullable()
    .meta({
      description:
        "The allowance to sign too (EIP-2612), which the first collection sends to the token; null if the wallet allows enough already",
    }),
});

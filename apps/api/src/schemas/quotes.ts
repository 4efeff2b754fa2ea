import { checkUsage, limits, measures } from "@usance/rating";
import { z } from "zod";
import { component, currencyOut, id } from "../kit/answers.ts";
import { exampleHash } from "../kit/evm-fields.ts";
import {
  dateTime,
  decimal,
  listOf,
  nested,
  omittable,
  optionalId,
  request,
  requiredKey,
  wholeNumber,
} from "../kit/fields.ts";
import { formatAmount } from "../kit/money.ts";
import type { RefusalTerms } from "../kit/refusal.ts";
import { NewComponents } from "./rate-cards.ts";

const invalid = (
  terms: Pick<RefusalTerms, "code" | "param" | "message" | "meaning" | "remedy">,
): RefusalTerms => ({ kind: "invalid", ...terms });

export const quoteOfNothing = invalid({
  code: "quote_of_nothing",
  param: "subscriptionId",
  message: "subscriptionId or usage is required, and not both.",
  meaning: "A quote prices either the recorded usage of a subscription or the usage in the call.",
  remedy: "Send one of the two.",
});

export const quoteByTwoCards = invalid({
  code: "quote_by_two_cards",
  param: "components",
  message: "components must be omitted if rateCardId is sent.",
  meaning: "A quote prices usage by one rate card.",
  remedy:
    "Send `rateCardId` or `components`, or neither to use the card of the subscription's plan.",
});

export const quoteByNoCard = invalid({
  code: "quote_by_no_card",
  param: "rateCardId",
  message: "rateCardId or components is required with usage.",
  meaning: "Usage in the call belongs to no plan, so the quote needs to be told the prices.",
  remedy: "Send the id of a rate card, or the components of one that does not exist yet.",
});

export const quoteOfNoPeriod = invalid({
  code: "quote_of_no_period",
  param: "to",
  message: "to must not be before from.",
  meaning:
    "The period of the quote ends before it begins. Without `from` it begins with the subscription's current period.",
  remedy: "Send a later `to` or an earlier `from`.",
});

export const periodOfGivenUsage = invalid({
  code: "period_of_given_usage",
  param: "from",
  message: "from and to must be omitted with usage.",
  meaning: "All usage in the call is priced, so it has no period.",
  remedy: "Leave out `from` and `to`.",
});

export const noRateCardInEffect: RefusalTerms = {
  kind: "conflict",
  code: "no_rate_card_in_effect",
  param: "subscriptionId",
  message: "Payment plan has no rate card in effect.",
  meaning:
    "The subscription's plan has no rate card whose `effectiveFrom` is at or before the start of the period.",
  remedy: "Add a rate card to the plan, or send `rateCardId` or `components`.",
};

export const quoteTooLarge: RefusalTerms = {
  kind: "conflict",
  code: "quote_too_large",
  message: "The amount has more than 18 digits before the decimal point.",
  meaning: "The usage costs more than an invoice can bill.",
  remedy: "Check the prices of the rate card, or quote a shorter period.",
};

export const quoteTooSlow: RefusalTerms = {
  kind: "unavailable",
  code: "quote_too_slow",
  message: "The usage could not be read in time. Quote a shorter period, or try again later.",
  meaning:
    "Reading the events of the period took longer than 20 seconds in one of the two passes. The period has many million events, or the database is busy.",
  remedy: "Quote a shorter period, or repeat the call when the database is less busy.",
  retryAfterSeconds: 120,
};

const maxUsage = 100;

const GivenUsage = nested({
  prefix: requiredKey(limits.prefixLength).meta({
    description: "The part of the event keys before the first `:`",
    example: "requests",
  }),
  quantity: decimal().meta({
    description: "Sum of the quantities, with at most six decimal places",
    example: "250",
  }),
  count: omittable(wholeNumber(0, Number.MAX_SAFE_INTEGER)).meta({
    description: "Number of events. Default 1",
    example: 2,
  }),
  max: omittable(decimal()).meta({
    description: "The largest quantity. Default: `quantity`",
    example: "200",
  }),
  last: omittable(decimal()).meta({
    description: "The quantity of the event that occurred last. Default: `quantity`",
    example: "50",
  }),
}).transform(({ prefix, quantity, count, max, last }) => ({
  prefix,
  count,
  quantity: formatAmount(quantity),
  max: max && formatAmount(max),
  last: last && formatAmount(last),
}));

export const NewQuote = request({
  subscriptionId: optionalId().meta({
    description: "Prices the recorded usage of this subscription",
  }),
  from: omittable(dateTime()).meta({
    description:
      "Prices only usage that occurred at this time or later, by the card that is in effect at this time. Default: start of the subscription's current period",
    example: "2026-01-01T00:00:00.000Z",
  }),
  to: omittable(dateTime()).meta({
    description:
      "Prices only usage that occurred before this time. Default: the time of the call, or `from` if that is later",
    example: "2026-02-01T00:00:00.000Z",
  }),
  usage: omittable(
    listOf(GivenUsage, maxUsage).superRefine((usage, context) => {
      const problem = checkUsage(usage);
      if (problem === null) return;
      const path = [...problem.path];
      const message = `${["usage", ...path].join(".")} ${problem.rule}`;
      context.addIssue({ code: "custom", path, message });
    }),
  ).meta({
    description:
      "Prices this usage instead of a subscription's: one entry per prefix, in the order of their last events. The values of an entry must be possible together",
  }),
  rateCardId: optionalId().meta({
    description: "Id of the rate card. Default: the card of the subscription's plan",
  }),
  components: omittable(NewComponents).meta({
    description: "Prices by these components instead of a stored card, to try them out",
  }),
});

const plain = (description: string, example: string) => z.string().meta({ description, example });

const Part = z.object({
  quantity: plain("Units at one price", "250"),
  unitAmount: plain("Price of one unit in USDC", "0.0025"),
  amount: plain("The product of the two, not rounded", "0.625"),
});

const Line = component("QuoteLine", "What one component of a rate card costs.", {
  description: z.string().meta({ description: "As in the rate card", example: "Requests" }),
  type: z.string().meta({ description: "Type of the component", example: "PER_UNIT" }),
  prefix: z.string().nullable().meta({
    description: "Prefix of the component; null if it prices all usage, or none",
    example: "requests",
  }),
  measure: z.enum(measures).nullable().meta({
    description: "What the component prices; null for `FLAT` and `MINIMUM`",
    example: "SUM",
  }),
  quantity: plain("Measured quantity, including the units that cost nothing", "250"),
  parts: z.array(Part).meta({
    description: "How the amount is calculated: the parts' amounts add up to `exactAmount`",
  }),
  exactAmount: plain("USDC before rounding", "0.625"),
  amount: z.string().meta({
    description: "USDC: `exactAmount`, rounded once, half up, to six decimal places",
    example: "0.625000",
  }),
});

const Quote = component("Quote", "What usage costs. It is not stored.", {
  subscriptionId: id().nullable().meta({
    description: "Id of the subscription whose usage is priced; null if the call gave the usage",
  }),
  rateCardId: id().nullable().meta({
    description: "Id of the rate card; null if the call gave its components",
  }),
  from: z.string().nullable().meta({
    description:
      "Only usage that occurred at this time or later is priced; null if the call gave the usage",
    example: "2026-01-01T00:00:00.000Z",
    format: "date-time",
  }),
  usageUntil: z.string().nullable().meta({
    description:
      "Only usage that occurred before this time is priced; null if the call gave the usage",
    example: "2026-02-01T00:00:00.000Z",
    format: "date-time",
  }),
  amount: z.string().meta({
    description: "USDC, with six decimal places: the sum of the lines' amounts",
    example: "0.625000",
  }),
  currency: currencyOut(),
  lines: z.array(Line).meta({ description: "One line per component of the card, in their order" }),
  usageEventCount: z.int().nullable().meta({
    description: "How many recorded events are priced; null if the call gave the usage",
    example: 2,
  }),
  usageHash: z.string().nullable().meta({
    description:
      "Hash of the priced usage, its prices and its cost, as docs/proofs.md specifies: what an invoice with this `usage` commits to. Null if the call gave the usage",
    example: exampleHash,
  }),
});

export const OneQuote = z.object({ quote: Quote });

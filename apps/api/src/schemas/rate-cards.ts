import { checkComponents, isDecimal, limits, measures, plainDecimal } from "@usance/rating";
import { z } from "zod";
import { listOf, nested, omittable, oneOf, requiredName, requiredPrefix } from "../kit/fields.ts";
import { nameOf, requiredOr, says } from "../kit/messages.ts";
import { type RefusalTerms, recordNotFound, referencedRecordNotFound } from "../kit/refusal.ts";

/*
 * The components of a rate card, as callers send and see them. packages/rating has their meaning, their limits and the
 * rules that concern several fields.
 */

/** A field of requests and the same field of answers. */
interface Field<In extends z.ZodType, Out extends z.ZodType> {
  readonly input: In;
  readonly output: Out;
}

function field<In extends z.ZodType, Out extends z.ZodType>(
  input: In,
  output: Out,
  meta: { readonly description: string; readonly example?: unknown },
): Field<In, Out> {
  return { input: input.meta(meta), output: output.meta(meta) };
}

const optional = <In extends z.ZodType, Out extends z.ZodType>(
  input: In,
  output: Out,
  meta: { readonly description: string; readonly example?: unknown },
) => field(omittable(input), output.optional(), meta);

/** A decimal of a card. It is stored in plain notation, without trailing zeros. */
const decimal = (places: Parameters<typeof isDecimal>[1], rule: string, example: string) =>
  z
    .union([z.string(), z.number()], { error: requiredOr(rule) })
    .refine((value) => typeof value !== "string" || value.trim() !== "", {
      ...says("is required."),
      abort: true,
    })
    .refine((value) => isDecimal(String(value), places), { ...says(rule), abort: true })
    .transform((value) => plainDecimal(String(value)))
    .meta({ example });

const amount = () =>
  decimal(limits.places, "must be a non-negative decimal with at most six decimal places.", "5");

const priceRule = `with at most ${limits.pricePlaces} decimal places`;
const price = () =>
  decimal(limits.pricePlaces, `must be a non-negative decimal ${priceRule}.`, "0.0025");

const description = field(requiredName(limits.descriptionLength), z.string(), {
  description: "What is priced, in one line. The lines of quotes and bills show it",
  example: "Requests",
});

const metered = {
  description,
  prefix: optional(requiredPrefix(limits.prefixLength), z.string(), {
    description:
      "Prices the usage events whose key has this text before its first `:`. Absent: all usage",
    example: "requests",
  }),
  measure: optional(oneOf(measures), z.enum(measures), {
    description:
      "What is priced. `SUM`: the sum of the quantities. `COUNT`: the number of events. `MAX`: the largest quantity. `LAST`: the quantity of the event that occurred last. Default `SUM`",
    example: "SUM",
  }),
  included: optional(amount(), z.string(), {
    description: "Units that cost nothing. Default 0",
    example: "1000",
  }),
  minimum: optional(amount(), z.string(), {
    description: "USDC that the component costs at least, also without usage. Default 0",
    example: "5",
  }),
};

const unitAmount = (of: string) =>
  field(price(), z.string(), {
    description: `Price of a unit${of} in USDC, ${priceRule}`,
    example: "0.0025",
  });

const tier = {
  upTo: field(
    z.union([amount(), z.null()], {
      error: (issue) =>
        issue.input === undefined
          ? `${nameOf(issue)} is required.`
          : `${nameOf(issue)} must be null in the last tier, and only there.`,
    }),
    z.string().nullable(),
    {
      description: "The last unit of the tier; null in the last tier, and only there",
      example: null,
    },
  ),
  unitAmount: unitAmount(" of the tier"),
  flatAmount: optional(amount(), z.string(), {
    description: "USDC that are due once if the tier is reached. Default 0",
    example: "5",
  }),
};

const due = (says: string) => ({
  description,
  amount: field(amount(), z.string(), { description: says, example: "29.99" }),
});

const tiered = {
  ...metered,
  tiers: field(listOf(nested(inputsOf(tier)), limits.tiers), z.array(z.object(outputsOf(tier))), {
    description: `1 to ${limits.tiers} tiers, the first one from the first unit on`,
  }),
};

/** The fields of each type of component besides `type`. */
const types = {
  PER_UNIT: {
    says: "the same price for every unit",
    fields: { ...metered, unitAmount: unitAmount("") },
  },
  GRADUATED: { says: "each unit at the price of the tier that it is in", fields: tiered },
  VOLUME: { says: "all units at the price of the tier that the last one is in", fields: tiered },
  PACKAGE: {
    says: "a price per started block of units",
    fields: {
      ...metered,
      packageSize: field(amount(), z.string(), {
        description: "Units of a block",
        example: "1000",
      }),
      packageAmount: field(price(), z.string(), {
        description: `Price of a started block in USDC, ${priceRule}`,
        example: "0.5",
      }),
    },
  },
  PERCENTAGE: {
    says: "a percentage of the usage, whose quantities are amounts of USDC",
    fields: {
      ...metered,
      percent: field(price(), z.string(), {
        description: `Percentage of the usage, ${priceRule}`,
        example: "2.9",
      }),
    },
  },
  FLAT: {
    says: "due every period, with or without usage",
    fields: due("USDC per period"),
  },
  MINIMUM: {
    says: "the difference to an amount, if the lines of all other components add up to less; only as the last component",
    fields: due("USDC that the whole card costs at least"),
  },
} as const;

type Fields = Readonly<Record<string, Field<z.ZodType, z.ZodType>>>;
type InputsOf<F extends Fields> = { [Name in keyof F]: F[Name]["input"] };
type OutputsOf<F extends Fields> = { [Name in keyof F]: F[Name]["output"] };

function inputsOf<F extends Fields>(fields: F): InputsOf<F>;
function inputsOf(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).map(([name, { input }]) => [name, input]));
}

function outputsOf<F extends Fields>(fields: F): OutputsOf<F>;
function outputsOf(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).map(([name, { output }]) => [name, output]));
}

type Type = keyof typeof types;

const typeField = <T extends Type>(type: T) =>
  z.literal(type).meta({ description: `\`${type}\`: ${types[type].says}`, example: type });

const inputOf = <T extends Type>(type: T) =>
  nested({ type: typeField(type), ...inputsOf<(typeof types)[T]["fields"]>(types[type].fields) });
const outputOf = <T extends Type>(type: T) =>
  z.object({
    type: typeField(type),
    ...outputsOf<(typeof types)[T]["fields"]>(types[type].fields),
  });

const names = Object.keys(types).join(", ");

const NewComponent = z.discriminatedUnion(
  "type",
  [
    inputOf("PER_UNIT"),
    inputOf("GRADUATED"),
    inputOf("VOLUME"),
    inputOf("PACKAGE"),
    inputOf("PERCENTAGE"),
    inputOf("FLAT"),
    inputOf("MINIMUM"),
  ],
  {
    error: (issue) =>
      issue.code === "invalid_union"
        ? says(`must be one of: ${names}.`).error(issue)
        : requiredOr("must be an object.")(issue),
  },
);

const rules =
  "What is priced and how: 1 to 20 components, each of which is a line of a quote. docs/billing.md has the rules";

/** The components of a card, in a request. */
export const NewComponents = listOf(NewComponent, limits.components)
  .superRefine((components, context) => {
    const problem = checkComponents(components);
    if (problem === null) return;
    const path = [...problem.path];
    const message = `${["components", ...path].join(".")} ${problem.rule}`;
    context.addIssue({ code: "custom", path, message });
  })
  .meta({
    description: rules,
    example: [
      {
        type: "PER_UNIT",
        description: "Requests",
        prefix: "requests",
        included: "1000",
        unitAmount: "0.0025",
      },
    ],
  });

const Component = z
  .discriminatedUnion("type", [
    outputOf("PER_UNIT"),
    outputOf("GRADUATED"),
    outputOf("VOLUME"),
    outputOf("PACKAGE"),
    outputOf("PERCENTAGE"),
    outputOf("FLAT"),
    outputOf("MINIMUM"),
  ])
  .meta({ id: "RateCardComponent", description: "A price of a rate card." });

/** The components of a card, in an answer. */
export const Components = z.array(Component).meta({ description: rules });

export const rateCardNotFound = recordNotFound("rate_card_not_found", "rateCardId");

/** A rate card that the input of another noun names. */
export const referencedRateCardNotFound: RefusalTerms = {
  ...rateCardNotFound,
  message: referencedRecordNotFound,
};

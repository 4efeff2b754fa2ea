import { amountText, isZero, quantityText } from "./money.ts";

type Measure = "SUM" | "COUNT" | "MAX" | "LAST";

interface Metered {
  readonly prefix?: string | undefined;
  readonly measure?: Measure | undefined;
  readonly included?: string | undefined;
  readonly minimum?: string | undefined;
}

interface Tier {
  readonly upTo: string | null;
  readonly unitAmount: string;
  readonly flatAmount?: string | undefined;
}

/** A component of a rate card, as the service's API has it. Decimals are strings. */
export type CardComponent = { readonly description: string } & (
  | (Metered & { readonly type: "PER_UNIT"; readonly unitAmount: string })
  | (Metered & { readonly type: "GRADUATED"; readonly tiers: readonly Tier[] })
  | (Metered & { readonly type: "VOLUME"; readonly tiers: readonly Tier[] })
  | (Metered & {
      readonly type: "PACKAGE";
      readonly packageSize: string;
      readonly packageAmount: string;
    })
  | (Metered & { readonly type: "PERCENTAGE"; readonly percent: string })
  | { readonly type: "FLAT"; readonly amount: string }
  | { readonly type: "MINIMUM"; readonly amount: string }
);

export const typeWords: Readonly<Record<CardComponent["type"], string>> = {
  PER_UNIT: "The same price for every unit",
  GRADUATED: "Tiers, each unit at the price of its tier",
  VOLUME: "Tiers, all units at the price of the last one",
  PACKAGE: "A price for each started block",
  PERCENTAGE: "A percentage of amounts",
  FLAT: "A fixed amount per period",
  MINIMUM: "A minimum for everything",
};

export const measureWords: Readonly<Record<Measure, string>> = {
  SUM: "Sum of quantities",
  COUNT: "Number of events",
  MAX: "Largest quantity",
  LAST: "Last quantity",
};

/** What a component measures: `Sum of quantities of requests`; null if it measures no usage. */
export function measuredWords(component: CardComponent): string | null {
  if (component.type === "FLAT" || component.type === "MINIMUM") return null;
  const { prefix, measure = "SUM" } = component;
  return `${measureWords[measure]} of ${prefix ?? "all usage"}`;
}

const perUnit = (unitAmount: string) =>
  isZero(unitAmount) ? "free" : `${amountText(unitAmount)} USDC per unit`;

/** The prices of a component, one sentence each: `0.0025 USDC per unit`, `1,000 units are included`. */
export function priceWords(component: CardComponent): string[] {
  switch (component.type) {
    case "PER_UNIT":
      return [perUnit(component.unitAmount), ...alsoOf(component)];
    case "GRADUATED":
    case "VOLUME":
      return [
        ...component.tiers.map(({ upTo, unitAmount, flatAmount = "0" }) => {
          const range = upTo === null ? "Above" : `Up to ${quantityText(upTo)}`;
          const once = isZero(flatAmount) ? "" : `, and ${amountText(flatAmount)} USDC once`;
          return `${range}: ${perUnit(unitAmount)}${once}`;
        }),
        ...alsoOf(component),
      ];
    case "PACKAGE": {
      const { packageSize, packageAmount } = component;
      return [
        `${amountText(packageAmount)} USDC per started block of ${quantityText(packageSize)} units`,
        ...alsoOf(component),
      ];
    }
    case "PERCENTAGE":
      return [`${quantityText(component.percent)} % of the amount`, ...alsoOf(component)];
    case "FLAT":
      return [`${amountText(component.amount)} USDC every period`];
    case "MINIMUM":
      return [`At least ${amountText(component.amount)} USDC for the whole card`];
  }
}

const alsoOf = ({ included = "0", minimum = "0" }: Metered) => [
  ...(isZero(included) ? [] : [`${quantityText(included)} units are included`]),
  ...(isZero(minimum) ? [] : [`At least ${amountText(minimum)} USDC`]),
];

/** How subscribers are told what a component measures, where that is not the sum of their usage. */
const measuredBy: Readonly<Record<Measure, readonly string[]>> = {
  SUM: [],
  COUNT: ["Each event counts as one unit"],
  MAX: ["The largest quantity of the period counts"],
  LAST: ["The last quantity of the period counts"],
};

/** How subscribers are told which price a unit has. */
const tieredBy: Readonly<Partial<Record<CardComponent["type"], string>>> = {
  GRADUATED: "Each unit at the price of its own tier",
  VOLUME: "All units at the price of the tier that they reach",
};

/** The prices of a component for those who pay them, one sentence each. */
export const offeredWords = (component: CardComponent): string[] => [
  ...priceWords(component),
  ...[tieredBy[component.type] ?? []].flat(),
  ...(component.type === "FLAT" || component.type === "MINIMUM"
    ? []
    : measuredBy[component.measure ?? "SUM"]),
];

import { amountText, quantityText } from "@usance/ui";
import type { Component } from "../../api/records.ts";
import type { Measure } from "./component-drafts.ts";

export const typeWords: Readonly<Record<Component["type"], string>> = {
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
export function measuredWords(component: Component): string | null {
  if (component.type === "FLAT" || component.type === "MINIMUM") return null;
  const { prefix, measure = "SUM" } = component;
  return `${measureWords[measure]} of ${prefix ?? "all usage"}`;
}

/** The prices of a component, one sentence each: `0.0025 USDC per unit`, `1,000 units are included`. */
export function priceWords(component: Component): string[] {
  switch (component.type) {
    case "PER_UNIT":
      return [`${amountText(component.unitAmount)} USDC per unit`, ...alsoOf(component)];
    case "GRADUATED":
    case "VOLUME":
      return [
        ...component.tiers.map(({ upTo, unitAmount, flatAmount = "0" }) => {
          const range = upTo === null ? "Above" : `Up to ${quantityText(upTo)}`;
          const once = isNothing(flatAmount) ? "" : `, and ${amountText(flatAmount)} USDC once`;
          return `${range}: ${amountText(unitAmount)} USDC per unit${once}`;
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

const alsoOf = ({ included = "0", minimum = "0" }: { included?: string; minimum?: string }) => [
  ...(isNothing(included) ? [] : [`${quantityText(included)} units are included`]),
  ...(isNothing(minimum) ? [] : [`At least ${amountText(minimum)} USDC`]),
];

const isNothing = (amount: string) => !/[1-9]/.test(amount);

import {
  difference,
  isLess,
  isZero,
  measureWords,
  multiply,
  portion,
  readAmount,
  sum,
  typedNumber,
} from "@usance/ui";
import type { Component, NewQuote } from "../../api/records.ts";
import type { Measure } from "./component-drafts.ts";

/** The prices of a stored card, or of one in the form. */
export interface Prices {
  readonly key: string;
  readonly name: string;
  readonly of: Pick<NewQuote, "rateCardId"> | { readonly components: Component[] };
  readonly components: readonly Component[];
}

type GivenUsage = NonNullable<NewQuote["usage"]>[number];

/** A value that the calculator asks for. */
export interface UsageInput {
  readonly key: string;
  readonly prefix: string;
  readonly measure: Measure;
  readonly label: string;
}

/** What was typed, by the key of the input. */
export type Typed = Readonly<Record<string, string | undefined>>;

/** A component that prices usage; without a prefix it prices all usage. */
interface Metered {
  readonly prefix: string | undefined;
  readonly measure: Measure;
  readonly component: Component;
}

const meteredOf = (components: readonly Component[]): Metered[] =>
  components.flatMap((component) =>
    component.type === "FLAT" || component.type === "MINIMUM"
      ? []
      : [{ prefix: component.prefix, measure: component.measure ?? "SUM", component }],
  );

/** The values on which the price depends: for each prefix, what its components measure. */
export function inputsOf(components: readonly Component[]): UsageInput[] {
  const metered = meteredOf(components);
  const named = [...new Set(metered.flatMap(({ prefix }) => prefix ?? []))];
  const pricesAll = metered.filter(({ prefix }) => prefix === undefined);
  const other = named.length === 0 ? "Usage" : "Other usage";
  const groups = [
    ...named.map((prefix) => ({ prefix, name: prefix })),
    ...(pricesAll.length === 0 ? [] : [{ prefix: unusedName(named), name: other }]),
  ];
  return groups.flatMap(({ prefix, name }) => {
    const own = metered.filter((one) => one.prefix === prefix);
    const measures = new Set([...own, ...pricesAll].map(({ measure }) => measure));
    return [...measures].map((measure) => ({
      key: `${measure} ${prefix}`,
      prefix,
      measure,
      label: measure === "SUM" ? name : `${name}: ${measureWords[measure].toLowerCase()}`,
    }));
  });
}

function unusedName(names: readonly string[]): string {
  let name = "other";
  while (names.includes(name)) name = `${name}+`;
  return name;
}

const wholeNumber = /^\d{1,15}$/;

/** What is wrong with a typed value; undefined: nothing, or it is empty. */
export function errorOf({ measure }: UsageInput, text = ""): string | undefined {
  if (text.trim() === "") return undefined;
  if (measure === "COUNT") {
    return wholeNumber.test(text.trim()) ? undefined : "Enter a whole number.";
  }
  return readAmount(text) === null ? "Enter a number with at most six decimals." : undefined;
}

/** The typed values as usage of a quote. Prefixes without values are left out; if none has one, nothing was used. */
export function usageOf(inputs: readonly UsageInput[], typed: Typed): GivenUsage[] {
  const usage = typedUsage(inputs, typed);
  return usage.length > 0
    ? usage
    : [{ prefix: inputs[0]?.prefix ?? "other", quantity: "0", count: 0 }];
}

function typedUsage(inputs: readonly UsageInput[], typed: Typed): GivenUsage[] {
  const prefixes = [...new Set(inputs.map(({ prefix }) => prefix))];
  return prefixes.flatMap((prefix) => {
    const values = new Map(
      inputs
        .filter((input) => input.prefix === prefix)
        .flatMap(({ key, measure }) => {
          const text = typedNumber(typed[key] ?? "").trim();
          return text === "" ? [] : [[measure, text] as const];
        }),
    );
    if (values.size === 0) return [];
    const [count, max, last] = [values.get("COUNT"), values.get("MAX"), values.get("LAST")];
    return [
      {
        prefix,
        // A card that does not price the sum asks for none: it is at least what its other measures say.
        quantity: values.get("SUM") ?? leastSumOf(max, last),
        ...(count !== undefined && { count: Number(count) }),
        ...(max !== undefined && { max }),
        ...(last !== undefined && { last }),
      },
    ];
  });
}

/** The smallest sum of events with such a largest and such a last quantity. */
function leastSumOf(max = "0", last = "0"): string {
  return isLess(last, max) ? sum([max, last]) : last;
}

/** The number of equal steps of a plot. */
const steps = 16;
/** More blocks than these are not shown one by one. */
const maxBlocks = 12;
/** What a plot shows if nothing says how much is usual. */
const usualQuantity = "1000";

/**
 * The quantities at which a plot asks for the price: equal steps up to twice the typed value, and both sides of each
 * quantity at which the price changes.
 *
 * @param input the value that varies
 */
export function plottedQuantities(
  components: readonly Component[],
  input: UsageInput,
  typed: Typed,
): string[] {
  const isCount = input.measure === "COUNT";
  const bounds = boundsOf(components, input, typed);
  const chosen = typedNumber(typed[input.key] ?? "").trim() || "0";
  const usual = bounds.reduce(greater, "0");
  const middle = [chosen, usual].find((one) => !isZero(one)) ?? usualQuantity;
  const top = multiply(middle, 2);
  const next = isCount ? "1" : "0.000001";
  const all = [
    ...Array.from({ length: steps + 1 }, (_, step) => portion(top, step, steps)),
    chosen,
    ...bounds.flatMap((bound) => [bound, sum([bound, next])]),
  ].map((quantity) => (isCount ? wholeOf(quantity) : sum([quantity])));
  return [...new Set(all)]
    .filter((quantity) => !isLess(top, quantity))
    .toSorted((one, other) => (isLess(one, other) ? -1 : 1));
}

/** The quantities after which another price begins. */
function boundsOf(components: readonly Component[], input: UsageInput, typed: Typed): string[] {
  // A component that prices all usage also counts the other prefixes.
  const others = sum(
    inputsOf(components)
      .filter(({ key, measure }) => key !== input.key && measure === input.measure)
      .map(({ key }) => typedNumber(typed[key] ?? "").trim() || "0"),
  );
  const isAddedUp = input.measure === "SUM" || input.measure === "COUNT";
  return meteredOf(components)
    .filter(
      ({ prefix, measure }) =>
        measure === input.measure && (prefix ?? input.prefix) === input.prefix,
    )
    .flatMap(({ prefix, component }) =>
      ownBounds(component).map((bound) =>
        prefix === undefined && isAddedUp ? difference(bound, others) : bound,
      ),
    );
}

/** A card in the form can have prices that the service would refuse: those have no bounds. */
function ownBounds(component: Component): string[] {
  if (component.type === "FLAT" || component.type === "MINIMUM") return [];
  const [included = "0"] = readable(component.included);
  return [included, ...startsOf(component).map((start) => sum([included, start]))];
}

function startsOf(component: Component): string[] {
  if ("tiers" in component) return component.tiers.flatMap(({ upTo }) => readable(upTo));
  if (component.type !== "PACKAGE") return [];
  const blocks = Array.from({ length: maxBlocks }, (_, block) => block);
  return readable(component.packageSize).flatMap((size) =>
    blocks.map((block) => multiply(size, block)),
  );
}

const readable = (text: string | null | undefined): string[] => {
  const amount = readAmount(text ?? "");
  return amount === null ? [] : [amount];
};

const wholeOf = (quantity: string) => quantity.split(".", 1)[0] ?? "";

const greater = (one: string, other: string) => (isLess(one, other) ? other : one);

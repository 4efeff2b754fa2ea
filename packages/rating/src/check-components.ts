import { type Component, limits, type Measure, measures, type Tier } from "./component.ts";
import { Exact, isDecimal, type Places } from "./decimals.ts";

/** A problem of a rate card: its place, and the rule that it breaks. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly rule: string;
}

/**
 * Checks the rules that the types of components cannot express.
 *
 * @returns the first problem; null for a valid card
 */
export function checkComponents(components: readonly Component[]): Problem | null {
  if (components.length < 1 || components.length > limits.components) {
    return { path: [], rule: `must be a list of 1 to ${limits.components}.` };
  }
  for (const [place, component] of components.entries()) {
    const problem = problemOf(component, place === components.length - 1);
    if (problem !== null) return { ...problem, path: [place, ...problem.path] };
  }
  return null;
}

function problemOf(component: Component, isLast: boolean): Problem | null {
  return (
    decimalsOf(component).find((problem) => problem !== null) ??
    (component.type === "MINIMUM" && !isLast
      ? { path: ["type"], rule: "must be MINIMUM only in the last component." }
      : null) ??
    ("tiers" in component ? problemOfTiers(component.tiers) : null)
  );
}

const unitRule = `must be a non-negative decimal with at most ${limits.pricePlaces} decimal places.`;
const amountRule = "must be a non-negative decimal with at most six decimal places.";

function decimalsOf(component: Component): (Problem | null)[] {
  switch (component.type) {
    case "FLAT":
    case "MINIMUM":
      return [amount("amount", component.amount)];
    case "PER_UNIT":
      return [...shared(component), price("unitAmount", component.unitAmount)];
    case "PERCENTAGE":
      return [...shared(component), price("percent", component.percent)];
    case "PACKAGE":
      return [
        ...shared(component),
        amount("packageSize", component.packageSize),
        positive("packageSize", component.packageSize),
        price("packageAmount", component.packageAmount),
      ];
    case "GRADUATED":
    case "VOLUME":
      return shared(component);
    default:
      return [{ path: ["type"], rule: "must be a type of component." }];
  }
}

const shared = ({
  included,
  minimum,
  measure = "SUM",
}: {
  included?: string | undefined;
  minimum?: string | undefined;
  measure?: Measure | undefined;
}) => [
  amount("included", included),
  amount("minimum", minimum),
  measures.includes(measure)
    ? null
    : { path: ["measure"], rule: `must be one of: ${measures.join(", ")}.` },
];

function problemOfTiers(tiers: readonly Tier[]): Problem | null {
  if (tiers.length < 1 || tiers.length > limits.tiers) {
    return { path: ["tiers"], rule: `must be a list of 1 to ${limits.tiers}.` };
  }
  let before = new Exact(0);
  for (const [place, { upTo, unitAmount, flatAmount }] of tiers.entries()) {
    const isLast = place === tiers.length - 1;
    const problem = [
      ...(upTo === null ? [] : [amount("upTo", upTo)]),
      price("unitAmount", unitAmount),
      amount("flatAmount", flatAmount),
    ].find((one) => one !== null);
    const at = (name: string) => ["tiers", place, name];
    if (problem) return { ...problem, path: ["tiers", place, ...problem.path] };
    if (isLast !== (upTo === null)) {
      return { path: at("upTo"), rule: "must be null in the last tier, and only there." };
    }
    if (upTo !== null && !new Exact(upTo).gt(before)) {
      return { path: at("upTo"), rule: "must be greater than in the tier before." };
    }
    before = new Exact(upTo ?? 0);
  }
  return null;
}

function decimal(name: string, text: string | undefined, places: Places, rule: string) {
  return text === undefined || isDecimal(text, places) ? null : { path: [name], rule };
}

const amount = (name: string, text: string | undefined): Problem | null =>
  decimal(name, text, limits.places, amountRule);

const price = (name: string, text: string): Problem | null =>
  decimal(name, text, limits.pricePlaces, unitRule);

const positive = (name: string, text: string): Problem | null =>
  /[1-9]/.test(text) ? null : { path: [name], rule: "must be greater than 0." };

import { amountText, isZero } from "./money.ts";
import { intervalOf, type PlanPrice, priceText } from "./plans.ts";
import type { CardComponent } from "./rate-cards.ts";

/** A rate card, as the pages of subscribers have it. Amounts are decimal strings of USDC. */
export interface OfferedCard {
  readonly id: string;
  readonly components: readonly CardComponent[];
  /** Whether it prices the period that begins now. Otherwise it is announced. */
  readonly isInEffect: boolean;
  readonly effectiveFrom: string;
  /** What a period costs without usage. */
  readonly baseAmount: string;
  /** null: more than an invoice can bill. */
  readonly workedExample: {
    readonly lines: readonly {
      readonly description: string;
      /** null: it prices no usage. */
      readonly quantity: string | null;
      readonly amount: string;
    }[];
    readonly amount: string;
  } | null;
}

/** The price of a plan in one line: by its rate card if it has one in effect, otherwise by its amount. */
export function offerText(plan: PlanPrice, cards: readonly OfferedCard[]): string {
  const card = cards.find(({ isInEffect }) => isInEffect);
  if (card === undefined) return priceText(plan);
  const [amount, unit] = [card.baseAmount, offerUnit(plan, card)];
  return isZero(amount) ? `Priced by usage, ${billedEach(plan)}` : `${amountText(amount)} ${unit}`;
}

/** What the base amount of a card is for, after the amount: `USDC every month, plus usage`. */
export function offerUnit(
  plan: PlanPrice,
  { components }: Pick<OfferedCard, "components">,
): string {
  const pricesUsage = components.some(({ type }) => type !== "FLAT" && type !== "MINIMUM");
  return `${plan.currency} every ${intervalOf(plan) ?? "period"}${pricesUsage ? ", plus usage" : ""}`;
}

/** @returns `billed each month` */
export const billedEach = (plan: Pick<PlanPrice, "billingInterval">) =>
  `billed each ${intervalOf(plan) ?? "period"}`;

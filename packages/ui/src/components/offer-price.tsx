import { isZero } from "../words/money.ts";
import { billedEach, type OfferedCard, offerUnit } from "../words/offers.ts";
import { type PlanPrice, priceUnit } from "../words/plans.ts";
import { Price } from "./amount.tsx";

export interface OfferProps {
  readonly plan: PlanPrice;
  readonly cards: readonly OfferedCard[];
}

/** The price that a page is about: of the rate card in effect or, without one, of the plan. */
export function OfferPrice({ plan, cards }: OfferProps) {
  const card = cards.find(({ isInEffect }) => isInEffect);
  if (card === undefined) return <Price of={plan.amount} unit={priceUnit(plan)} />;
  if (!isZero(card.baseAmount)) return <Price of={card.baseAmount} unit={offerUnit(plan, card)} />;
  return (
    <p className="price">
      <span className="price-amount price-long">Priced by usage</span>{" "}
      <span className="price-unit">
        {plan.currency}, {billedEach(plan)}
      </span>
    </p>
  );
}

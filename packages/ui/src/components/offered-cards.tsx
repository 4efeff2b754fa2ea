import type { ReactNode } from "react";
import { amountText, quantityText } from "../words/money.ts";
import type { OfferedCard } from "../words/offers.ts";
import { intervalOf, type PlanPrice } from "../words/plans.ts";
import { offeredWords } from "../words/rate-cards.ts";
import { Amount } from "./amount.tsx";
import { DataTable } from "./data-table.tsx";
import type { OfferProps } from "./offer-price.tsx";
import { Time } from "./time.tsx";

/** What usage costs: the prices of each rate card, and an example of each. Nothing without a card. */
export const OfferedCards = ({ plan, cards }: OfferProps): ReactNode =>
  cards.map((card) => (
    <div key={card.id} className="offer">
      {!card.isInEffect && (
        <p className="offer-from">
          From <Time at={card.effectiveFrom} isDate /> on, with the next period:
        </p>
      )}
      <DataTable
        caption={card.isInEffect ? "Prices" : "Prices of later periods"}
        rows={card.components}
        isPlain
        columns={[
          billed,
          {
            label: "Price",
            cell: (component) => (
              <ul className="offer-prices">
                {offeredWords(component).map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            ),
          },
        ]}
      />
      {card.workedExample !== null && <Example plan={plan} example={card.workedExample} />}
    </div>
  ));

const billed = {
  label: "What is billed",
  cell: ({ description }: { readonly description: string }) => <bdi>{description}</bdi>,
};

interface ExampleProps {
  readonly plan: PlanPrice;
  readonly example: NonNullable<OfferedCard["workedExample"]>;
}

function Example({ plan, example: { lines, amount } }: ExampleProps) {
  const interval = intervalOf(plan) ?? "period";
  return (
    <details className="offer-example" open>
      <summary>
        For example, a {interval} of this usage costs {amountText(amount)} USDC
      </summary>
      <DataTable
        caption={`An example of a ${interval}`}
        rows={lines}
        isPlain
        columns={[
          billed,
          {
            label: "Quantity",
            cell: ({ quantity }) => (quantity === null ? "" : quantityText(quantity)),
            isFigure: true,
            isSoft: true,
          },
          { label: "USDC", cell: (line) => <Amount of={line.amount} />, isFigure: true },
        ]}
      />
    </details>
  );
}

import type { ReactNode } from "react";
import { amountText, quantityText } from "../words/money.ts";
import type { OfferedCard } from "../words/offers.ts";
import { intervalOf, type PlanPrice } from "../words/plans.ts";
import { offeredWords } from "../words/rate-cards.ts";
import { Amount } from "./amount.tsx";
import type { OfferProps } from "./offer-price.tsx";
import { Table } from "./table.tsx";
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
      <Table
        caption={card.isInEffect ? "Prices" : "Prices of later periods"}
        columns={[{ label: "What is billed", width: "38%" }, { label: "Price" }]}
        rows={Array.from(card.components.entries(), ([place, component]) => ({
          key: place,
          cells: [
            <bdi key="description">{component.description}</bdi>,
            <ul key="price" className="offer-prices">
              {offeredWords(component).map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>,
          ],
        }))}
      />
      {card.workedExample !== null && <Example plan={plan} example={card.workedExample} />}
    </div>
  ));

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
      <Table
        caption={`An example of a ${interval}`}
        columns={[
          { label: "What is billed", width: "38%" },
          { label: "Quantity", isSoft: true },
          { label: "USDC" },
        ]}
        rows={Array.from(lines.entries(), ([place, line]) => ({
          key: place,
          cells: [
            <bdi key="description">{line.description}</bdi>,
            line.quantity === null ? "" : quantityText(line.quantity),
            <Amount key="amount" of={line.amount} />,
          ],
        }))}
      />
    </details>
  );
}

import {
  Badge,
  CodeBlock,
  DataTable,
  Empty,
  measuredWords,
  priceWords,
  Section,
  Time,
} from "@usance/ui";
import type { ReactNode } from "react";
import type { RateCard } from "../../api/records.ts";
import { callOf } from "../../words/calls.ts";
import { cardInEffect } from "./card-in-effect.ts";

interface RateCardsProps {
  readonly paymentPlanId: string;
  /** Newest first. */
  readonly cards: readonly RateCard[];
  /** The time of the plan's service, which can be a test clock's. */
  readonly now: string;
  readonly actions: ReactNode;
  /** The form for the next version; null: it is closed. */
  readonly form: ReactNode;
  /** Stands after the cards. */
  readonly children: ReactNode;
}

/** The versions of a plan's rate card, newest first, each with its components. */
export function RateCards({ paymentPlanId, cards, now, actions, form, children }: RateCardsProps) {
  const inEffect = cardInEffect(cards, now);
  return (
    <Section heading="Rate cards" actions={actions}>
      {form}
      {cards.length === 0 && form === null && (
        <Empty heading="No rate card yet">
          <p>
            A rate card says what usage costs, for quotes and for <code>usance biller</code>.
            Without one, you calculate the amounts of invoices yourself. Add a card with the button
            above, or with this call:
          </p>
          <CodeBlock
            what="call"
            text={callOf(
              `/plans/${paymentPlanId}/rate-cards`,
              '{ "components": [{ "type": "PER_UNIT", "description": "Requests", "prefix": "requests", "unitAmount": "0.0025" }] }',
            )}
          />
        </Empty>
      )}
      {cards.map((card) => (
        <OneCard key={card.id} card={card} standing={standingOf(card, inEffect, now)} />
      ))}
      {children}
    </Section>
  );
}

type Standing = "in effect" | "later" | "replaced";

function standingOf(card: RateCard, inEffect: RateCard | undefined, now: string): Standing {
  if (card.id === inEffect?.id) return "in effect";
  return Date.parse(card.effectiveFrom) > Date.parse(now) ? "later" : "replaced";
}

const badges: Readonly<Record<Standing, ReactNode>> = {
  "in effect": <Badge kind="good">In effect</Badge>,
  later: <Badge kind="now">Later</Badge>,
  replaced: <Badge kind="off">Replaced</Badge>,
};

const OneCard = ({ card, standing }: { card: RateCard; standing: Standing }) => (
  <details className="rate-card" open={standing === "in effect"}>
    <summary>
      <span>
        <strong>Version {card.version}</strong>
        <span className="under">
          For periods that begin at <Time at={card.effectiveFrom} /> or later
        </span>
      </span>
      {badges[standing]}
    </summary>
    <DataTable
      caption={`Components of version ${card.version}`}
      rows={[...card.components.entries()]}
      keyOf={([place]) => String(place)}
      columns={[
        { label: "Component", cell: ([, { description }]) => description },
        { label: "Measures", cell: ([, component]) => measuredWords(component) ?? "—" },
        {
          label: "Price",
          cell: ([, component]) => (
            <ul className="parts">
              {priceWords(component).map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  </details>
);

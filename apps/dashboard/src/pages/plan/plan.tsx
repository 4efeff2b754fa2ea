import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Aside, Button, Empty, priceText } from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import type { Plan, RateCard, Service } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { byCursor, More } from "../../ui/record-list.tsx";
import { View } from "../../ui/view.tsx";
import { Calculator } from "./calculator.tsx";
import type { Prices } from "./calculator-usage.ts";
import { cardInEffect } from "./card-in-effect.ts";
import { type ComponentDraft, componentOf, draftOf, newComponent } from "./component-drafts.ts";
import { RateCardForm } from "./rate-card-form.tsx";
import { RateCards } from "./rate-cards.tsx";
import { useSettled } from "./use-settled.ts";

const route = getRouteApi("/frame/services/$serviceId/plans/$paymentPlanId");

/** One plan: its rate cards, and what usage costs by them. */
export function PlanPage() {
  const { serviceId, paymentPlanId } = route.useParams();
  const found = useQuery(trpc.services.get.queryOptions({ serviceId }));
  return (
    <Answer of={found}>
      {({ service }) => {
        const plan = service.paymentPlans.find(({ id }) => id === paymentPlanId);
        return plan === undefined ? (
          <View heading="Plan">
            <Empty heading="There is no such plan">
              <p>
                <Link to="/services/$serviceId" params={{ serviceId }}>
                  {service.name}
                </Link>{" "}
                has no plan with this id.
              </p>
            </Empty>
          </View>
        ) : (
          <View
            heading={plan.name}
            within={
              <Link to="/services/$serviceId" params={{ serviceId }}>
                {service.name}
              </Link>
            }
            lead={priceText(plan)}
          >
            <Pricing service={service} plan={plan} />
          </View>
        );
      }}
    </Answer>
  );
}

/** The time of a service: that of its test clock if it has one. */
function useTimeOf({ testClockId }: Service): string {
  const clock = useQuery({
    ...trpc.testClocks.get.queryOptions({ testClockId: testClockId ?? "" }),
    enabled: useMay("test-clocks:read") && testClockId !== null,
  });
  const [opened] = useState(() => new Date().toISOString());
  return clock.data?.testClock.now ?? opened;
}

function Pricing({ service, plan: { id: paymentPlanId } }: { service: Service; plan: Plan }) {
  const mayRead = useMay("rate-cards:read");
  const mayWrite = useMay("rate-cards:write");
  const mayQuote = useMay("quotes:read");
  const now = useTimeOf(service);
  const [draft, setDraft] = useState<readonly ComponentDraft[] | null>(null);
  const settled = useSettled(draft);
  const list = useInfiniteQuery({
    ...trpc.rateCards.list.infiniteQueryOptions({ paymentPlanId, limit: 20 }, { ...byCursor }),
    enabled: mayRead,
  });
  if (!mayRead) return <Aside>Your session cannot read rate cards.</Aside>;
  return (
    <Answer of={list}>
      {({ pages }) => {
        const cards = pages.flatMap(({ rateCards }) => rateCards);
        return (
          <>
            <RateCards
              {...{ paymentPlanId, cards, now }}
              actions={
                mayWrite && (
                  <Button
                    kind="quiet"
                    isSmall
                    onClick={() => setDraft(draft === null ? firstDraft(cards) : null)}
                  >
                    {draft === null ? "New rate card…" : "Close the form"}
                  </Button>
                )
              }
              form={
                draft && (
                  <RateCardForm
                    paymentPlanId={paymentPlanId}
                    components={draft}
                    onChange={setDraft}
                    onDone={() => setDraft(null)}
                  />
                )
              }
            >
              <More list={list} />
            </RateCards>
            {mayQuote && <Calculator choices={choicesOf(cards, { draft: settled, now })} />}
          </>
        );
      }}
    </Answer>
  );
}

/** The next version begins as a copy of the newest one. */
const firstDraft = ([newest]: readonly RateCard[]) =>
  newest === undefined ? [newComponent()] : newest.components.map(draftOf);

interface Surroundings {
  readonly draft: readonly ComponentDraft[] | null;
  readonly now: string;
}

/** The prices that can be tried: those in the form, then the card in effect, then the others. */
function choicesOf(cards: readonly RateCard[], { draft, now }: Surroundings): Prices[] {
  const inEffect = cardInEffect(cards, now);
  const others = cards.filter((card) => card !== inEffect);
  const stored = [...(inEffect ? [inEffect] : []), ...others].map(
    ({ id, version, components }) => ({
      key: id,
      name: `Version ${version}${id === inEffect?.id ? ", in effect" : ""}`,
      of: { rateCardId: id },
      components,
    }),
  );
  if (draft === null) return stored;
  const components = draft.map(componentOf);
  return [{ key: "form", name: "The form above", of: { components }, components }, ...stored];
}

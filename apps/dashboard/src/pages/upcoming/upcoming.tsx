import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type DataColumn, Empty, Section, Stat, Stats, Time } from "@usance/ui";
import { kept, trpc } from "../../api/client.ts";
import { csvPath } from "../../api/csv.ts";
import type { UpcomingCharge } from "../../api/records.ts";
import { Answer } from "../../ui/answer.tsx";
import { Cents } from "../../ui/cents.tsx";
import { ListMenu } from "../../ui/list-menu.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";
import { ServiceSelect } from "../../ui/service-select.tsx";
import { View } from "../../ui/view.tsx";
import { chargeWords } from "./charge-words.ts";

const route = getRouteApi("/frame/upcoming");

/** What each active subscription has accrued, and what its renewal costs. */
export function Upcoming() {
  const { serviceId } = route.useSearch();
  const navigate = useNavigate({ from: "/upcoming" });
  const list = useInfiniteQuery(
    trpc.subscriptions.upcomingCharges.infiniteQueryOptions(
      { serviceId, limit: 20 },
      { ...byCursor, ...kept },
    ),
  );
  return (
    <View
      heading="Upcoming bills"
      lead="What active subscriptions have accrued by their rate cards, and what their next period costs. Later usage adds to it."
      actions={
        <ListMenu
          what="upcoming bills"
          path={csvPath("/subscriptions/upcoming-charges", { serviceId })}
        />
      }
    >
      <Section heading="Active subscriptions">
        <div className="fields">
          <ServiceSelect
            value={serviceId}
            onChange={(value) => void navigate({ search: { serviceId: value || undefined } })}
          />
        </div>
        <Totals serviceId={serviceId} />
        <RecordList
          of={list}
          rowsOf={({ upcomingCharges }) => upcomingCharges}
          caption="Upcoming bills"
          columns={columns}
          keyOf={({ subscription }) => subscription.id}
          empty={
            <Empty heading="No active subscriptions">
              <p>
                A person subscribes at checkout. Create a checkout link under{" "}
                <Link to="/services">Services</Link>, and send it.
              </p>
            </Empty>
          }
        />
      </Section>
    </View>
  );
}

function Totals({ serviceId }: { readonly serviceId: string | undefined }) {
  const totals = useQuery(trpc.subscriptions.upcomingTotals.queryOptions({ serviceId }, kept));
  return (
    <Answer of={totals}>
      {({ upcomingTotals: { accrued, renewals, subscriptionCount, isComplete } }) =>
        subscriptionCount > 0 && (
          <Stats>
            <Stat
              name="Accrued so far"
              value={<Cents of={accrued} />}
              unit="USDC"
              note={ofSubscriptions(subscriptionCount, isComplete)}
            />
            <Stat
              name="Next renewals"
              value={<Cents of={renewals} />}
              unit="USDC"
              note={ofSubscriptions(subscriptionCount, isComplete)}
            />
          </Stats>
        )
      }
    </Answer>
  );
}

const ofSubscriptions = (count: number, isComplete: boolean) => {
  const all = `${count.toLocaleString("en")} active subscription${count === 1 ? "" : "s"}`;
  return isComplete ? `of ${all}` : `at least: of ${all}, not all of which could be added up`;
};

const columns: readonly DataColumn<UpcomingCharge>[] = [
  {
    label: "Subscriber",
    cell: ({ user }) => (
      <Link to="/subscribers/$subscriberId" params={{ subscriberId: user.id }}>
        {user.email}
      </Link>
    ),
    sortBy: ({ user }) => user.email,
  },
  {
    label: "Plan",
    cell: ({ service, paymentPlan }) => (
      <Link
        to="/services/$serviceId/plans/$paymentPlanId"
        params={{ serviceId: service.id, paymentPlanId: paymentPlan.id }}
      >
        {service.name} · {paymentPlan.name}
      </Link>
    ),
    sortBy: ({ service, paymentPlan }) => `${service.name} ${paymentPlan.name}`,
  },
  {
    label: "Period ends",
    cell: ({ subscription: { currentPeriodEnd, cancelAt } }) => (
      <>
        {currentPeriodEnd === null ? "Never" : <Time at={currentPeriodEnd} isDate />}
        {cancelAt !== null && <span className="under">and does not renew</span>}
      </>
    ),
    sortBy: ({ subscription }) => subscription.currentPeriodEnd ?? "",
  },
  {
    label: "Accrued so far",
    cell: (charge) => (
      <>
        {charge.accrued === null ? "—" : <Cents of={charge.accrued} />}
        <span className="under">{chargeWords(charge)}</span>
      </>
    ),
    sortBy: ({ accrued }) => accrued ?? "0",
    isFigure: true,
  },
  {
    label: "Next renewal",
    cell: ({ renewal }) => (renewal === null ? "—" : <Cents of={renewal} />),
    sortBy: ({ renewal }) => renewal ?? "0",
    isFigure: true,
  },
];

import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import {
  Aside,
  Button,
  type DataColumn,
  DataTable,
  Empty,
  Section,
  Stat,
  Stats,
  sum,
  Time,
} from "@usance/ui";
import { client, refusalOf, trpc } from "../../api/client.ts";
import { saveRows } from "../../api/csv.ts";
import type { Plan, Subscription, UpcomingInvoice } from "../../api/records.ts";
import { Answer, messageOf } from "../../ui/answer.tsx";
import { Cents } from "../../ui/cents.tsx";
import { byCursor, More } from "../../ui/record-list.tsx";
import { ServiceSelect } from "../../ui/service-select.tsx";
import { View } from "../../ui/view.tsx";
import { type UpcomingBill, upcomingBill } from "./upcoming-bill.ts";

const route = getRouteApi("/frame/upcoming");

/** An upcoming invoice reads all events of its period, so only a few are asked for at once, and they are kept for a while. */
const perPage = 10;
const keptMs = 300_000;

/** What each active subscription has accrued, and what its renewal costs. */
export function Upcoming() {
  const { serviceId } = route.useSearch();
  const navigate = useNavigate({ from: "/upcoming" });
  const list = useInfiniteQuery(
    trpc.subscriptions.list.infiniteQueryOptions(
      { status: "ACTIVE", serviceId, limit: perPage },
      { ...byCursor, staleTime: keptMs },
    ),
  );
  return (
    <View
      heading="Upcoming bills"
      lead="What active subscriptions have accrued by their rate cards, and what their next period costs. Later usage adds to it."
    >
      <Section heading="Active subscriptions">
        <div className="fields">
          <ServiceSelect
            value={serviceId}
            onChange={(value) => void navigate({ search: { serviceId: value || undefined } })}
          />
        </div>
        <Answer of={list}>
          {({ pages }) => {
            const subscriptions = pages.flatMap((page) => page.subscriptions);
            return subscriptions.length === 0 ? (
              <Empty heading="No active subscriptions">
                <p>
                  A person subscribes at checkout. Create a checkout link under{" "}
                  <Link to="/services">Services</Link>, and send it.
                </p>
              </Empty>
            ) : (
              <>
                <Bills subscriptions={subscriptions} hasMore={list.hasNextPage} />
                <More list={list} />
              </>
            );
          }}
        </Answer>
      </Section>
    </View>
  );
}

/** @returns null if no rate card is in effect for the period */
async function invoiceOf(subscriptionId: string): Promise<UpcomingInvoice | null> {
  try {
    return (await client.subscriptions.upcomingInvoice.query({ subscriptionId })).upcomingInvoice;
  } catch (error) {
    if (refusalOf(error)?.code === "no_rate_card_in_effect") return null;
    throw error;
  }
}

interface BillsProps {
  readonly subscriptions: readonly Subscription[];
  readonly hasMore: boolean;
}

function Bills({ subscriptions, hasMore }: BillsProps) {
  const services = useQuery(trpc.services.list.queryOptions());
  const plans = new Map(
    (services.data?.services ?? []).flatMap(({ name, paymentPlans }) =>
      paymentPlans.map((plan) => [plan.id, { plan, service: name }] as const),
    ),
  );
  const upcoming = useQueries({
    queries: subscriptions.map(({ id }) => ({
      queryKey: ["upcoming", id],
      queryFn: () => invoiceOf(id),
      staleTime: keptMs,
    })),
  });
  const subscribers = useQueries({
    queries: subscriptions.map(({ userId }) =>
      trpc.subscribers.get.queryOptions({ subscriberId: userId }, { staleTime: keptMs }),
    ),
  });
  const rows = subscriptions.map((subscription, place): BillRow => {
    const { data: invoice, error } = upcoming[place] ?? {};
    const of = plans.get(subscription.paymentPlanId);
    return {
      subscription,
      email: subscribers[place]?.data?.subscriber.email ?? subscription.userId,
      name: of === undefined ? "…" : `${of.service} · ${of.plan.name}`,
      plan: of?.plan,
      bill:
        invoice === undefined || of === undefined
          ? null
          : upcomingBill(subscription, of.plan, invoice),
      failure: error ? messageOf(error) : null,
    };
  });
  return (
    <>
      <Summary rows={rows} hasMore={hasMore} />
      <DataTable
        caption="Upcoming bills"
        columns={columns}
        rows={rows}
        keyOf={({ subscription }) => subscription.id}
        isPart={hasMore}
      />
      <div>
        <Button kind="quiet" isSmall onClick={() => saveRows("upcoming-bills.csv", csvOf(rows))}>
          Download CSV
        </Button>
      </div>
    </>
  );
}

interface BillRow {
  readonly subscription: Subscription;
  readonly email: string;
  /** Of the service and the plan. */
  readonly name: string;
  readonly plan: Plan | undefined;
  /** null: it is not there yet. */
  readonly bill: UpcomingBill | null;
  readonly failure: string | null;
}

/** The sums of all rows. */
function Summary({ rows, hasMore }: { rows: readonly BillRow[]; hasMore: boolean }) {
  if (rows.some(({ bill, failure }) => bill === null && failure === null)) {
    return <Aside>Calculating…</Aside>;
  }
  const sumOf = (amount: "accrued" | "renewal") =>
    sum(rows.flatMap(({ bill }) => bill?.[amount] ?? []));
  const which = hasMore ? `the newest ${rows.length} subscriptions` : "all active subscriptions";
  return (
    <div aria-live="polite">
      <Stats>
        <Stat
          name="Accrued so far"
          value={<Cents of={sumOf("accrued")} />}
          unit="USDC"
          note={`by ${which}`}
        />
        <Stat
          name="Next renewals"
          value={<Cents of={sumOf("renewal")} />}
          unit="USDC"
          note={`of ${which}`}
        />
      </Stats>
    </div>
  );
}

const columns: readonly DataColumn<BillRow>[] = [
  {
    label: "Subscriber",
    cell: ({ subscription, email }) => (
      <Link to="/subscribers/$subscriberId" params={{ subscriberId: subscription.userId }}>
        {email}
      </Link>
    ),
    sortBy: ({ email }) => email,
  },
  {
    label: "Plan",
    cell: ({ name, plan }) =>
      plan === undefined ? (
        name
      ) : (
        <Link
          to="/services/$serviceId/plans/$paymentPlanId"
          params={{ serviceId: plan.serviceId, paymentPlanId: plan.id }}
        >
          {name}
        </Link>
      ),
    sortBy: ({ name }) => name,
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
    cell: ({ bill, failure }) => (
      <>
        <BillAmount bill={bill} of={bill?.accrued} isFailed={failure !== null} />
        <span className="under">{bill?.words ?? failure}</span>
      </>
    ),
    sortBy: ({ bill }) => bill?.accrued ?? "0",
    isFigure: true,
  },
  {
    label: "Next renewal",
    cell: ({ bill, failure }) => (
      <BillAmount bill={bill} of={bill?.renewal} isFailed={failure !== null} />
    ),
    sortBy: ({ bill }) => bill?.renewal ?? "0",
    isFigure: true,
  },
];

interface BillAmountProps {
  readonly bill: UpcomingBill | null;
  readonly of: string | null | undefined;
  readonly isFailed: boolean;
}

const BillAmount = ({ bill, of, isFailed }: BillAmountProps) => {
  if (of != null) return <Cents of={of} />;
  return bill === null && !isFailed ? "…" : "—";
};

const csvOf = (rows: readonly BillRow[]): string[][] => [
  ["subscriptionId", "subscriber", "plan", "periodEnd", "accrued", "renewal", "words"],
  ...rows.map(({ subscription, email, name, bill }) => [
    subscription.id,
    email,
    name,
    subscription.currentPeriodEnd ?? "",
    bill?.accrued ?? "",
    bill?.renewal ?? "",
    bill?.words ?? "",
  ]),
];

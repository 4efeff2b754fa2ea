import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Aside, amountText, Button, Empty, Section, sum, Time } from "@usance/ui";
import { client, refusalOf, trpc } from "../../api/client.ts";
import { saveRows } from "../../api/csv.ts";
import type { Plan, Subscription, UpcomingInvoice } from "../../api/records.ts";
import { Answer, messageOf } from "../../ui/answer.tsx";
import { More } from "../../ui/more.tsx";
import { Records } from "../../ui/records.tsx";
import { ServiceSelect } from "../../ui/service-select.tsx";
import { View } from "../../ui/view.tsx";
import { type UpcomingBill, upcomingBill } from "./upcoming-bill.ts";

const route = getRouteApi("/frame/upcoming");

/** An upcoming invoice reads all events of its period, so only a few are asked for at once, and they are kept for a while. */
const perPage = 10;
const keptMs = 300_000;

/** The next bill of each active subscription, so far. */
export function Upcoming() {
  const { serviceId } = route.useSearch();
  const navigate = useNavigate({ from: "/upcoming" });
  const list = useInfiniteQuery(
    trpc.subscriptions.list.infiniteQueryOptions(
      { status: "ACTIVE", serviceId, limit: perPage },
      { getNextPageParam: ({ nextCursor }) => nextCursor, staleTime: keptMs },
    ),
  );
  return (
    <View
      heading="Upcoming bills"
      lead="The next bill of each subscription so far: what its period costs by the rate card, less what is prepaid, and with changes to earlier periods. Later usage adds to it."
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
      <BillTable rows={rows} />
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

/** All rows together, in words. */
function Summary({ rows, hasMore }: { rows: readonly BillRow[]; hasMore: boolean }) {
  if (rows.some(({ bill, failure }) => bill === null && failure === null)) {
    return <Aside>Calculating…</Aside>;
  }
  const total = sum(rows.flatMap(({ bill }) => bill?.amount ?? []));
  const [next] = rows.flatMap(({ subscription }) => subscription.currentPeriodEnd ?? []).toSorted();
  const which = hasMore ? `the newest ${rows.length} subscriptions` : "all active subscriptions";
  return (
    <p aria-live="polite">
      So far, the next bills of {which} are <strong>{amountText(total)} USDC</strong>.
      {next !== undefined && (
        <>
          {" "}
          The next period ends at <Time at={next} />.
        </>
      )}
    </p>
  );
}

const BillTable = ({ rows }: { rows: readonly BillRow[] }) => (
  <Records
    caption="Upcoming bills"
    columns={[
      { label: "Subscriber" },
      { label: "Plan" },
      { label: "Period ends" },
      { label: "USDC until now", isFigure: true },
    ]}
    rows={rows.map(({ subscription, email, name, plan, bill, failure }) => ({
      key: subscription.id,
      cells: [
        <Link
          key="name"
          to="/subscribers/$subscriberId"
          params={{ subscriberId: subscription.userId }}
        >
          {email}
        </Link>,
        plan === undefined ? (
          name
        ) : (
          <Link
            key="plan"
            to="/services/$serviceId/plans/$paymentPlanId"
            params={{ serviceId: plan.serviceId, paymentPlanId: plan.id }}
          >
            {name}
          </Link>
        ),
        <span key="ends">
          {subscription.currentPeriodEnd === null ? (
            "Never"
          ) : (
            <Time at={subscription.currentPeriodEnd} isDate />
          )}
          {subscription.cancelAt !== null && <span className="under">and does not renew</span>}
        </span>,
        <span key="amount">
          {bill === null && failure === null
            ? "…"
            : bill === null || bill.amount === null
              ? "—"
              : amountText(bill.amount)}
          <span className="under">{bill?.words ?? failure}</span>
        </span>,
      ],
    }))}
  />
);

const csvOf = (rows: readonly BillRow[]): string[][] => [
  ["subscriptionId", "subscriber", "plan", "periodEnd", "amount", "words"],
  ...rows.map(({ subscription, email, name, bill }) => [
    subscription.id,
    email,
    name,
    subscription.currentPeriodEnd ?? "",
    bill?.amount ?? "",
    bill?.words ?? "",
  ]),
];

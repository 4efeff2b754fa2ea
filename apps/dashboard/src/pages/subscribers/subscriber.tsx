import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import {
  Aside,
  amountText,
  Button,
  Copyable,
  capPeriodText,
  Empty,
  Problem,
  priceText,
  Section,
  Stat,
  Stats,
  Term,
  Terms,
  Time,
} from "@usance/ui";
import { refusalOf, trpc } from "../../api/client.ts";
import type { Plan, Subscription } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { useZone } from "../../frame/zone.tsx";
import { Answer, messageOf } from "../../ui/answer.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { LinkToSend } from "../../ui/link-to-send.tsx";
import { More } from "../../ui/more.tsx";
import { State } from "../../ui/state.tsx";
import { View } from "../../ui/view.tsx";
import { lastDays } from "../../words/ranges.ts";
import { InvoiceTable } from "../invoices/invoices.tsx";
import { UsageChart } from "../usage/usage-chart.tsx";
import { Balances } from "./balances.tsx";
import { Subjects } from "./subjects.tsx";
import { SubscriptionAlerts } from "./subscription-alerts.tsx";
import { SubscriptionLimits } from "./subscription-limits.tsx";

const route = getRouteApi("/frame/subscribers/$subscriberId");

/** One subscriber: subscriptions with usage, limits and cap, invoices, and the link to the portal. */
export function SubscriberPage() {
  const { subscriberId } = route.useParams();
  const found = useQuery(trpc.subscribers.get.queryOptions({ subscriberId }));
  return (
    <Answer of={found}>
      {({ subscriber }) => (
        <View
          heading={subscriber.name ?? subscriber.email}
          lead={subscriber.name === null ? undefined : subscriber.email}
        >
          <Stats>
            <Stat
              name="Active subscriptions"
              value={subscriber.activeSubscriptionCount}
              note={`of ${subscriber.subscriptionCount}`}
            />
            <Stat name="Open invoices" value={subscriber.openInvoiceCount} />
            <Stat name="Subscriber since" value={<Time at={subscriber.subscribedAt} isDate />} />
          </Stats>
          <Subscriptions userId={subscriberId} />
          <Balances userId={subscriberId} />
          <Invoices userId={subscriberId} />
          <Portal userId={subscriberId} />
        </View>
      )}
    </Answer>
  );
}

function Subscriptions({ userId }: { userId: string }) {
  const list = useInfiniteQuery(
    trpc.subscriptions.list.infiniteQueryOptions(
      { userId, limit: 10 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  const services = useQuery(trpc.services.list.queryOptions());
  const plans = new Map(
    (services.data?.services ?? []).flatMap(({ name, paymentPlans }) =>
      paymentPlans.map((plan) => [plan.id, { plan, service: name }] as const),
    ),
  );
  return (
    <Answer of={list}>
      {({ pages }) => (
        <>
          {pages
            .flatMap(({ subscriptions }) => subscriptions)
            .map((subscription) => (
              <OneSubscription
                key={subscription.id}
                subscription={subscription}
                of={plans.get(subscription.paymentPlanId)}
              />
            ))}
          <More list={list} />
        </>
      )}
    </Answer>
  );
}

interface OneSubscriptionProps {
  readonly subscription: Subscription;
  readonly of: { readonly plan: Plan; readonly service: string } | undefined;
}

function OneSubscription({ subscription, of }: OneSubscriptionProps) {
  const queries = useQueryClient();
  const cancel = useMutation(
    trpc.subscriptions.cancel.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.subscriptions.pathFilter()),
    }),
  );
  const maySeeUsage = useMay("usage-events:read");
  const maySeeLimits = useMay("limits:read");
  const maySeeAlerts = useMay("alerts:read");
  const mayCancel = useMay("subscriptions:write");
  const zone = useZone();
  const {
    id: subscriptionId,
    status,
    currentPeriodStart,
    currentPeriodEnd,
    cancelAt,
    endedAt,
  } = subscription;
  const periodEnd = endedAt ?? currentPeriodEnd;
  const end = endedAt ?? cancelAt;
  return (
    <Section
      heading={of === undefined ? "Subscription" : `${of.service} · ${of.plan.name}`}
      actions={<State status={status} />}
    >
      <div className="columns">
        <Terms>
          {of !== undefined && <Term name="Price">{priceText(of.plan)}</Term>}
          <Term name="Period">
            <Time at={currentPeriodStart} isDate />
            {periodEnd !== null && (
              <>
                {" "}
                to <Time at={periodEnd} isDate />
              </>
            )}
          </Term>
          {end !== null && (
            <Term name={endedAt === null ? "Ends" : "Ended"}>
              <Time at={end} />
            </Term>
          )}
          <Cap subscriptionId={subscriptionId} />
          <Term name="Id">
            <code>{subscriptionId}</code>
          </Term>
        </Terms>
        <UsageChart
          of={{ subscriptionId }}
          range={lastDays(new Date(), 30, zone)}
          interval="day"
          marks={[currentPeriodStart, periodEnd].flatMap((time) => time ?? [])}
        />
      </div>
      {maySeeUsage && <Subjects subscription={subscription} />}
      {maySeeLimits && status === "ACTIVE" && <SubscriptionLimits subscription={subscription} />}
      {maySeeAlerts && status === "ACTIVE" && (
        <SubscriptionAlerts subscriptionId={subscriptionId} />
      )}
      {mayCancel && status === "ACTIVE" && (
        <Confirm
          action="Cancel the subscription"
          onConfirm={() => cancel.mutateAsync({ subscriptionId })}
        >
          The subscription ends immediately. Its open invoices stay due.
        </Confirm>
      )}
    </Section>
  );
}

/** The spending cap of a subscription, where there is one. It is read from the chain, so it comes late. */
function Cap({ subscriptionId }: { subscriptionId: string }) {
  const cap = useQuery({
    ...trpc.spendingCaps.get.queryOptions({ subscriptionId }),
    staleTime: 60_000,
    retry: (failures, error) => failures < 2 && refusalOf(error)?.status === 503,
  });
  if (cap.data === undefined) {
    const words = cap.error === null ? "Reading it from the chain…" : "None: paid by hand";
    return <Term name="Spending cap">{words}</Term>;
  }
  const {
    perPeriod,
    periodSeconds,
    spentInPeriod,
    total,
    spent,
    revoked,
    validUntil,
    payerAddress,
  } = cap.data.spendingCap;
  return (
    <>
      <Term name="Spending cap">
        {revoked
          ? "Revoked"
          : `${amountText(spentInPeriod)} of ${amountText(perPeriod)} USDC used in the ${capPeriodText(periodSeconds)}`}
      </Term>
      <Term name="In all">
        {amountText(spent)} of {amountText(total)} USDC
      </Term>
      <Term name="Valid until">
        <Time at={validUntil} isDate />
      </Term>
      <Term name="Wallet">
        <Copyable what="payer's address" text={payerAddress} />
      </Term>
    </>
  );
}

function Invoices({ userId }: { userId: string }) {
  const list = useInfiniteQuery(
    trpc.invoices.list.infiniteQueryOptions(
      { userId, limit: 10 },
      { getNextPageParam: ({ nextCursor }) => nextCursor, refetchInterval: 15_000 },
    ),
  );
  return (
    <Section heading="Invoices">
      <Answer of={list}>
        {({ pages }) => {
          const invoices = pages.flatMap((page) => page.invoices);
          return invoices.length === 0 ? (
            <Empty heading="No invoices yet">
              <p>Nothing was billed to this subscriber.</p>
            </Empty>
          ) : (
            <>
              <InvoiceTable invoices={invoices} />
              <More list={list} />
            </>
          );
        }}
      </Answer>
      <Aside>
        <Link to="/invoices">All invoices</Link>
      </Aside>
    </Section>
  );
}

/** Creates a link to the portal of the subscriber, when a person asks for it, because the link works for an hour. */
function Portal({ userId }: { userId: string }) {
  const create = useMutation(trpc.portalSessions.create.mutationOptions());
  const mayCreate = useMay("portal-sessions:write");
  const mayRead = useMay("subscribers:read");
  if (!mayCreate || !mayRead) return null;
  const url = create.data?.portalSession.url ?? null;
  return (
    <Section heading="Portal">
      <Aside>
        With a portal link, the subscriber can see and change subscriptions with you, as far as your
        session may, for an hour or until your session ends. Send the link only to the subscriber.
      </Aside>
      <Problem text={create.error === null ? null : messageOf(create.error)} />
      {url === null ? (
        <Button
          kind="quiet"
          isSmall
          isBusy={create.isPending}
          onClick={() => create.mutate({ userId })}
        >
          Make a portal link
        </Button>
      ) : (
        <LinkToSend what="portal" url={url} />
      )}
    </Section>
  );
}

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import {
  Aside,
  amountText,
  Button,
  Copyable,
  capPeriodText,
  Dialog,
  dateText,
  Empty,
  Problem,
  priceText,
  Section,
  Select,
  Skeleton,
  Stat,
  Stats,
  Tabs,
  Term,
  Terms,
  Time,
} from "@usance/ui";
import { lazy, Suspense } from "react";
import { client, refusalOf, trpc } from "../../api/client.ts";
import type { Plan, Subscription } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { useZone } from "../../frame/zone.tsx";
import { Answer, messageOf } from "../../ui/answer.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { DialogButton, FormDialog, useForm } from "../../ui/form.tsx";
import { LinkToSend } from "../../ui/link-to-send.tsx";
import { byCursor, More, RecordList } from "../../ui/record-list.tsx";
import { State } from "../../ui/state.tsx";
import { View } from "../../ui/view.tsx";
import { lastDays } from "../../words/ranges.ts";
import { invoiceColumns } from "../invoices/invoices.tsx";
import { UsageChart } from "../usage/usage-chart.tsx";
import { Subjects } from "./subjects.tsx";
import { SubscriptionAlerts } from "./subscription-alerts.tsx";
import { SubscriptionLimits } from "./subscription-limits.tsx";

// A tab is loaded when it is chosen.
const Balances = lazy(async () => ({ default: (await import("./balances.tsx")).Balances }));
const Emails = lazy(async () => ({ default: (await import("../invoices/emails.tsx")).Emails }));

const route = getRouteApi("/frame/subscribers/$subscriberId");

const tabs = [
  { id: "subscriptions", words: "Subscriptions" },
  { id: "invoices", words: "Invoices" },
  { id: "balances", words: "Balances" },
  { id: "emails", words: "E-mails" },
] as const;

/** One subscriber: subscriptions with usage, limits and cap, invoices, balances, e-mails, and the link to the portal. */
export function SubscriberPage() {
  const { subscriberId } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/subscribers/$subscriberId" });
  const isSeen = {
    subscriptions: true,
    invoices: true,
    balances: useMay("balances:read"),
    emails: useMay("emails:read"),
  };
  const tab = tabs.find(({ id }) => id === search.tab)?.id ?? tabs[0].id;
  const found = useQuery(trpc.subscribers.get.queryOptions({ subscriberId }));
  return (
    <Answer of={found}>
      {({ subscriber }) => (
        <View
          heading={subscriber.name ?? subscriber.email}
          within={<Link to="/subscribers">Subscribers</Link>}
          lead={subscriber.name === null ? undefined : subscriber.email}
          actions={<Portal userId={subscriberId} />}
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
          <Tabs
            label="The subscriber"
            tabs={tabs.filter(({ id }) => isSeen[id])}
            chosen={tab}
            onChoose={(id) =>
              void navigate({ search: { tab: id === tabs[0].id ? undefined : id }, replace: true })
            }
          >
            <Suspense fallback={<Skeleton />}>
              {tab === "subscriptions" && <Subscriptions userId={subscriberId} />}
              {tab === "invoices" && <Invoices userId={subscriberId} />}
              {tab === "balances" && <Balances userId={subscriberId} />}
              {tab === "emails" && (
                <Emails
                  of={{ userId: subscriberId }}
                  empty={
                    <Empty heading="No e-mails yet">
                      <p>No e-mail was sent to this subscriber in the last 30 days.</p>
                    </Empty>
                  }
                />
              )}
            </Suspense>
          </Tabs>
        </View>
      )}
    </Answer>
  );
}

function Subscriptions({ userId }: { userId: string }) {
  const list = useInfiniteQuery(
    trpc.subscriptions.list.infiniteQueryOptions({ userId, limit: 10 }, { ...byCursor }),
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
            <Copyable what="subscription's id" text={subscriptionId} />
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
      {mayCancel && status === "ACTIVE" && <Cancellation subscription={subscription} />}
    </Section>
  );
}

/** Ends a subscription, at once or with its period, or lets it renew again. */
function Cancellation({ subscription }: { subscription: Subscription }) {
  const { id: subscriptionId, cancelAt } = subscription;
  const queries = useQueryClient();
  const cancel = useMutation(
    trpc.subscriptions.cancel.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.subscriptions.pathFilter()),
    }),
  );
  return (
    <div className="section-actions">
      {cancelAt !== null && (
        <Confirm
          action="Renew after all"
          kind="quiet"
          said="The subscription renews."
          onConfirm={() => cancel.mutateAsync({ subscriptionId, atPeriodEnd: false })}
        >
          The subscription does not end with its period, but renews.
        </Confirm>
      )}
      <DialogButton words="Cancel the subscription…">
        {(close) => <CancelForm subscription={subscription} onClose={close} />}
      </DialogButton>
    </div>
  );
}

function CancelForm({
  subscription,
  onClose,
}: {
  subscription: Subscription;
  onClose: () => void;
}) {
  const { id: subscriptionId, currentPeriodEnd, cancelAt } = subscription;
  const canWait = currentPeriodEnd !== null && cancelAt === null;
  const form = useForm({
    draft: { when: canWait ? "end" : "now" },
    send: ({ when }) =>
      client.subscriptions.cancel.mutate({
        subscriptionId,
        ...(when === "end" && { atPeriodEnd: true }),
      }),
    said: "The subscription is cancelled.",
    changes: trpc.subscriptions.pathFilter(),
    onDone: onClose,
  });
  const now = { value: "now", words: "Now" };
  return (
    <FormDialog
      heading="Cancel the subscription?"
      of={form}
      submit="Cancel subscription"
      kind="danger"
      keep="Keep subscription"
      onClose={onClose}
    >
      <Select
        label="It ends"
        options={
          canWait
            ? [{ value: "end", words: `With its period, on ${dateText(currentPeriodEnd)}` }, now]
            : [now]
        }
        {...form.at("when", "atPeriodEnd")}
      />
      <p>From then on, it accepts no usage and does not renew. Its open invoices stay due.</p>
    </FormDialog>
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
    const words = cap.error === null ? "Reading it from the chain…" : "No limit · pays manually";
    return <Term name="Spending limit">{words}</Term>;
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
      <Term name="Spending limit">
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
    trpc.invoices.list.infiniteQueryOptions({ userId, limit: 10 }, byCursor),
  );
  return (
    <Section heading="Invoices" actions={<Link to="/invoices">All invoices</Link>}>
      <RecordList
        of={list}
        rowsOf={({ invoices }) => invoices}
        caption="Invoices of the subscriber, newest first"
        columns={invoiceColumns}
        keyOf={({ id }) => id}
        empty={
          <Empty heading="No invoices yet">
            <p>Nothing was billed to this subscriber.</p>
          </Empty>
        }
      />
    </Section>
  );
}

/** A link to the portal of the subscriber. It is made when a person asks for it, because it works for an hour. */
function Portal({ userId }: { userId: string }) {
  const mayCreate = useMay("portal-sessions:write");
  const mayRead = useMay("subscribers:read");
  if (!mayCreate || !mayRead) return null;
  return (
    <DialogButton words="Portal link…">
      {(close) => <PortalLink userId={userId} onClose={close} />}
    </DialogButton>
  );
}

function PortalLink({ userId, onClose }: { userId: string; onClose: () => void }) {
  const create = useMutation(trpc.portalSessions.create.mutationOptions());
  const url = create.data?.portalSession.url ?? null;
  return (
    <Dialog heading="Portal link" onClose={onClose}>
      <Aside>
        With a portal link, the subscriber can see and change subscriptions with you, as far as your
        session may, for an hour or until your session ends. Send the link only to the subscriber.
      </Aside>
      <Problem text={create.error === null ? null : messageOf(create.error)} />
      {url === null ? (
        <div className="dialog-actions">
          <Button isSmall isBusy={create.isPending} onClick={() => create.mutate({ userId })}>
            Make a portal link
          </Button>
        </div>
      ) : (
        <LinkToSend what="portal" url={url} />
      )}
    </Dialog>
  );
}

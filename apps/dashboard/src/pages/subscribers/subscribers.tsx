import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { CodeBlock, type DataColumn, Empty, Field, Section, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import { csvPath } from "../../api/csv.ts";
import type { Subscriber } from "../../api/records.ts";
import { ListMenu } from "../../ui/list-menu.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";
import { View } from "../../ui/view.tsx";
import { callOf } from "../../words/calls.ts";

const route = getRouteApi("/frame/subscribers");

/** Everybody with a subscription, newest first, or found by the beginning of an e-mail address or an id. */
export function Subscribers() {
  const { search } = route.useSearch();
  const navigate = useNavigate({ from: "/subscribers" });
  const list = useInfiniteQuery(
    trpc.subscribers.list.infiniteQueryOptions(
      { ...(search !== undefined && { search }), limit: 25 },
      { ...byCursor },
    ),
  );
  return (
    <View
      heading="Subscribers"
      lead="Everyone who has a subscription to one of your services."
      actions={<ListMenu what="subscribers" path={csvPath("/subscribers", { search })} />}
    >
      <Section heading="All subscribers">
        <Field
          label="Search"
          isOptional
          value={search ?? ""}
          onChange={(value) =>
            void navigate({ search: { search: value || undefined }, replace: true })
          }
          hint="The beginning of an e-mail address or of an id."
        />
        <RecordList
          of={list}
          rowsOf={({ subscribers }) => subscribers}
          caption="Subscribers"
          columns={columns}
          keyOf={({ id }) => id}
          empty={<NoSubscribers isSearch={search !== undefined} />}
        />
      </Section>
    </View>
  );
}

const columns: readonly DataColumn<Subscriber>[] = [
  {
    label: "Subscriber",
    cell: ({ id, email, name }) => (
      <>
        <Link to="/subscribers/$subscriberId" params={{ subscriberId: id }}>
          {email}
        </Link>
        {name !== null && <span className="under">{name}</span>}
      </>
    ),
    sortBy: ({ email }) => email,
  },
  {
    label: "Since",
    cell: ({ subscribedAt }) => <Time at={subscribedAt} isDate />,
    sortBy: ({ subscribedAt }) => subscribedAt,
  },
  {
    label: "Active subscriptions",
    cell: (one) => `${one.activeSubscriptionCount} of ${one.subscriptionCount}`,
    sortBy: ({ activeSubscriptionCount }) => String(activeSubscriptionCount),
    isFigure: true,
  },
  {
    label: "Open invoices",
    cell: ({ openInvoiceCount }) => openInvoiceCount,
    sortBy: ({ openInvoiceCount }) => String(openInvoiceCount),
    isFigure: true,
    isWide: true,
  },
];

const NoSubscribers = ({ isSearch }: { isSearch: boolean }) =>
  isSearch ? (
    <Empty heading="No matching subscribers">
      <p>No subscriber has an e-mail address or an id that begins with this text.</p>
    </Empty>
  ) : (
    <Empty heading="No subscribers yet">
      <p>
        A person becomes a subscriber at checkout. Create a checkout link under{" "}
        <Link to="/services">Services</Link>, or with this call, and send it:
      </p>
      <CodeBlock
        what="call"
        text={callOf("/checkout-sessions", '{ "serviceId": "…", "paymentPlanId": "…" }')}
      />
    </Empty>
  );

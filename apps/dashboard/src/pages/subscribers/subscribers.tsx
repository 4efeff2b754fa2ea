import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { CodeBlock, Empty, Field, Section, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import { csvPath } from "../../api/csv.ts";
import { Answer } from "../../ui/answer.tsx";
import { CsvButton } from "../../ui/csv-button.tsx";
import { More } from "../../ui/more.tsx";
import { Records } from "../../ui/records.tsx";
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
      { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData },
    ),
  );
  return (
    <View
      heading="Subscribers"
      lead="Everyone who has a subscription to one of your services."
      actions={<CsvButton path={csvPath("/subscribers", { search })} fileName="subscribers.csv" />}
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
        <Answer of={list}>
          {({ pages }) => {
            const subscribers = pages.flatMap((page) => page.subscribers);
            if (subscribers.length === 0) return <NoSubscribers isSearch={search !== undefined} />;
            return (
              <>
                <Records
                  caption="Subscribers"
                  columns={[
                    { label: "Subscriber" },
                    { label: "Since" },
                    { label: "Active subscriptions", isFigure: true },
                    { label: "Open invoices", isFigure: true },
                  ]}
                  rows={subscribers.map((one) => ({
                    key: one.id,
                    cells: [
                      <span key="name">
                        <Link to="/subscribers/$subscriberId" params={{ subscriberId: one.id }}>
                          {one.email}
                        </Link>
                        {one.name !== null && <span className="under">{one.name}</span>}
                      </span>,
                      <Time key="since" at={one.subscribedAt} isDate />,
                      `${one.activeSubscriptionCount} of ${one.subscriptionCount}`,
                      one.openInvoiceCount,
                    ],
                  }))}
                />
                <More list={list} />
              </>
            );
          }}
        </Answer>
      </Section>
    </View>
  );
}

const NoSubscribers = ({ isSearch }: { isSearch: boolean }) =>
  isSearch ? (
    <Empty heading="Nobody is found">
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

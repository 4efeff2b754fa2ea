import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Badge, Section, Time } from "@usance/ui";
import type { ReactNode } from "react";
import { trpc } from "../../api/client.ts";
import { useReadiness } from "../../api/readiness.ts";
import type { Attention as Found } from "../../api/records.ts";
import { useMay, useOwnSession } from "../../frame/session.tsx";

type Item = Found["items"][number];

/** The problems that need attention; shows nothing if there are none. */
export function Attention() {
  const found = useQuery(
    trpc.reports.attention.queryOptions({}, { enabled: useMay("reports:read") }),
  );
  const kinds = found.data?.attention ?? [];
  const systemTroubles = useSystemTroubles();
  if (kinds.length + systemTroubles.length === 0) return null;
  return (
    <Section heading="Needs attention">
      <ul className="list">
        {kinds.flatMap(({ kind, count, isMore, items }) => [
          ...items.map((item) => (
            <li key={item.id}>
              <span>
                {item.message} {item.isOnTestClock && <Badge kind="off">Test clock</Badge>}{" "}
                {item.since !== null && (
                  <span className="soft">
                    <Time at={item.since} />
                  </span>
                )}
              </span>
              {wayTo[kind](item)}
            </li>
          )),
          ...(count > items.length
            ? [
                <li key={kind}>
                  <span>
                    And {(count - items.length).toLocaleString("en")}
                    {isMore && "+"} more.
                  </span>
                  {wayToAll[kind]}
                </li>,
              ]
            : []),
        ])}
        {systemTroubles.map((words) => (
          <li key={words}>
            <span>{words}</span>
            <Link to="/system">System</Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Leads to an invoice. @param words what to do there */
const toInvoice = (words: string) =>
  function ToInvoice({ invoiceId }: Item) {
    return (
      invoiceId && (
        <Link to="/invoices/$invoiceId" params={{ invoiceId }}>
          {words}
        </Link>
      )
    );
  };

const toSuchUsage = (
  <Link to="/usage" search={{ billing: "outside" }}>
    See such usage
  </Link>
);

/** Where a problem is solved. */
const wayTo: Readonly<Record<Found["kind"], (item: Item) => ReactNode>> = {
  payment_stuck: toInvoice("See why"),
  payment_failed: toInvoice("Send the link"),
  dispute_open: toInvoice("Answer"),
  refund_to_send: toInvoice("Send the refund"),
  spending_cap_low: ({ userId }) =>
    userId && (
      <Link to="/subscribers/$subscriberId" params={{ subscriberId: userId }}>
        See the subscriber
      </Link>
    ),
  usage_outside: () => toSuchUsage,
  webhook_failing: ({ id }) => (
    <Link to="/webhooks/$webhookEndpointId" params={{ webhookEndpointId: id }}>
      See the deliveries
    </Link>
  ),
};

/** The lists that have the problems of a kind, and little else. */
const wayToAll: Readonly<Record<Found["kind"], ReactNode>> = {
  payment_stuck: (
    <Link to="/settlements" search={{ status: "SUBMITTED" }}>
      All that are processing
    </Link>
  ),
  payment_failed: (
    <Link to="/invoices" search={{ status: "OPEN" }}>
      All open invoices
    </Link>
  ),
  dispute_open: (
    <Link to="/disputes" search={{ status: "OPEN" }}>
      All open disputes
    </Link>
  ),
  refund_to_send: (
    <Link to="/invoices" search={{ status: "PAID" }}>
      All paid invoices
    </Link>
  ),
  spending_cap_low: <Link to="/subscribers">All subscribers</Link>,
  usage_outside: toSuchUsage,
  webhook_failing: <Link to="/webhooks">All webhooks</Link>,
};

/** Problems that the service reports itself, such as a signer that is low on gas. Only the platform can solve them. */
function useSystemTroubles(): readonly string[] {
  const { ownerId } = useOwnSession();
  const readiness = useReadiness();
  if (ownerId !== null || readiness.data === undefined) return [];
  return [...readiness.data.reasons, ...readiness.data.warnings];
}

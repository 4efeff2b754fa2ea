import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Aside, Button, CodeBlock, Empty, quantityText, Section, Time } from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import type { UsageEvent } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { More } from "../../ui/more.tsx";
import { Records } from "../../ui/records.tsx";
import { callOf } from "../../words/calls.ts";
import type { Range } from "../../words/ranges.ts";
import { VoidForm } from "./void-form.tsx";

interface UsageEventsProps {
  readonly of: {
    readonly serviceId?: string | undefined;
    readonly subscriptionId?: string | undefined;
  };
  readonly range: Range;
}

const newUsage =
  '{ "serviceId": "…", "subscriptionId": "…", "userId": "…", "eventKey": "requests:1", "quantity": "250" }';

/** The events themselves, newest first. A wrong one can be voided. */
export function UsageEvents({
  of: { serviceId, subscriptionId },
  range: { from, to },
}: UsageEventsProps) {
  const [chosen, choose] = useState<string | null>(null);
  const mayWrite = useMay("usage-events:write");
  const list = useInfiniteQuery(
    trpc.usageEvents.list.infiniteQueryOptions(
      { serviceId, subscriptionId, from, to, limit: 10 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  return (
    <Section heading="Events">
      <Answer of={list}>
        {({ pages }) => {
          const events = pages.flatMap(({ usageEvents }) => usageEvents);
          const event = events.find(({ id }) => id === chosen);
          return events.length === 0 ? (
            <Empty heading="No usage events">
              <p>Nothing was recorded in this time. This call records usage:</p>
              <CodeBlock what="call" text={callOf("/usage-events", newUsage)} />
            </Empty>
          ) : (
            <>
              <Aside>Events of all prefixes, by the time at which they were recorded.</Aside>
              <Records
                caption="Usage events, newest first"
                columns={[
                  { label: "Key" },
                  { label: "Subscriber" },
                  { label: "Occurred" },
                  { label: "Quantity", isFigure: true },
                  ...(mayWrite ? [{ label: "Correct" }] : []),
                ]}
                rows={events.map((one) => ({
                  key: one.id,
                  cells: [
                    <EventKey key="key" event={one} />,
                    one.user.email,
                    <Time key="time" at={one.occurredAt} />,
                    one.void === null ? (
                      quantityText(one.quantity)
                    ) : (
                      <s key="quantity">{quantityText(one.quantity)}</s>
                    ),
                    ...(mayWrite
                      ? [<Correct key="correct" event={one} onChoose={() => choose(one.id)} />]
                      : []),
                  ],
                }))}
              />
              <More list={list} />
              {event !== undefined && (
                <VoidForm key={event.id} event={event} onDone={() => choose(null)} />
              )}
            </>
          );
        }}
      </Answer>
    </Section>
  );
}

/** The key of an event, and why it was voided if it was. */
const EventKey = ({ event }: { event: UsageEvent }) => (
  <span>
    {event.eventKey}
    {event.void !== null && (
      <span className="under">
        Voided at <Time at={event.void.createdAt} />: {event.void.reason}
      </span>
    )}
  </span>
);

/** The way to correct an event: a void, or a credit note if it was billed. */
function Correct({ event, onChoose }: { event: UsageEvent; onChoose: () => void }) {
  const { invoice } = event;
  if (event.void !== null) return "Voided";
  if (invoice !== null && invoice.status !== "DRAFT") {
    return (
      <Link to="/invoices/$invoiceId" params={{ invoiceId: invoice.id }}>
        Billed: see the invoice
      </Link>
    );
  }
  return (
    <Button kind="quiet" isSmall onClick={onChoose}>
      Void…
    </Button>
  );
}

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
import { VoidForm } from "./void-form.tsx";

interface UsageEventsProps {
  /** The filters of the list. */
  readonly listed: {
    readonly serviceId?: string | undefined;
    readonly subscriptionId?: string | undefined;
    readonly occurredFrom?: string | undefined;
    readonly occurredTo?: string | undefined;
    /** Only usage that no bill contains, whenever it occurred. */
    readonly billing?: "outside" | undefined;
  };
  /** @param outside whether only usage is to be shown that no bill contains */
  readonly onShow: (outside: boolean) => void;
}

const newUsage =
  '{ "serviceId": "…", "subscriptionId": "…", "userId": "…", "eventKey": "requests:1", "quantity": "250" }';

/** The events themselves, those that occurred last first. A wrong one can be voided. */
export function UsageEvents({ listed, onShow }: UsageEventsProps) {
  const isOutside = listed.billing === "outside";
  const [chosen, choose] = useState<string | null>(null);
  const mayWrite = useMay("usage-events:write");
  const list = useInfiniteQuery(
    trpc.usageEvents.list.infiniteQueryOptions(
      { ...listed, limit: 10 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  return (
    <Section
      heading={isOutside ? "Events that no bill contains" : "Events"}
      actions={
        <Button kind="quiet" isSmall onClick={() => onShow(!isOutside)}>
          {isOutside ? "Show all events" : "Show those that no bill contains"}
        </Button>
      }
    >
      <Answer of={list}>
        {({ pages }) => {
          const events = pages.flatMap(({ usageEvents }) => usageEvents);
          const event = events.find(({ id }) => id === chosen);
          if (events.length === 0 && isOutside) {
            return <Aside>Every event occurred in a period of its subscription.</Aside>;
          }
          return events.length === 0 ? (
            <Empty heading="No usage events">
              <p>Nothing was used in this time. This call records usage:</p>
              <CodeBlock what="call" text={callOf("/usage-events", newUsage)} />
            </Empty>
          ) : (
            <>
              <Aside>
                {isOutside
                  ? "They occurred before their subscription began, or after its current period. If a time is wrong, void the event and record it again."
                  : "Events of all prefixes, by the time at which they occurred."}
              </Aside>
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

import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  Aside,
  Button,
  CodeBlock,
  type DataColumn,
  Empty,
  quantityText,
  Section,
  Time,
} from "@usance/ui";
import { trpc } from "../../api/client.ts";
import type { UsageEvent } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { DialogButton } from "../../ui/form.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";
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
  const mayWrite = useMay("usage-events:write");
  const list = useInfiniteQuery(
    trpc.usageEvents.list.infiniteQueryOptions({ ...listed, limit: 10 }, { ...byCursor }),
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
      <Aside>
        {isOutside
          ? "They occurred before their subscription began, or after its current period. If a time is wrong, void the event and record it again."
          : "Events of all prefixes, by the time at which they occurred."}
      </Aside>
      <RecordList
        of={list}
        rowsOf={({ usageEvents }) => usageEvents}
        caption="Usage events, newest first"
        columns={mayWrite ? [...columns, correct] : columns}
        keyOf={({ id }) => id}
        empty={
          isOutside ? (
            <Aside>Every event occurred in a period of its subscription.</Aside>
          ) : (
            <Empty heading="No usage events">
              <p>Nothing was used in this time. This call records usage:</p>
              <CodeBlock what="call" text={callOf("/usage-events", newUsage)} />
            </Empty>
          )
        }
      />
    </Section>
  );
}

const columns: readonly DataColumn<UsageEvent>[] = [
  { label: "Key", cell: (event) => <EventKey event={event} /> },
  { label: "Subscriber", cell: ({ user }) => user.email },
  { label: "Occurred", cell: ({ occurredAt }) => <Time at={occurredAt} /> },
  {
    label: "Quantity",
    cell: ({ quantity, void: voided }) =>
      voided === null ? quantityText(quantity) : <s>{quantityText(quantity)}</s>,
    isFigure: true,
  },
];

const correct: DataColumn<UsageEvent> = {
  label: "Correct",
  cell: (event) => <Correct event={event} />,
};

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
function Correct({ event }: { event: UsageEvent }) {
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
    <DialogButton words="Void…">
      {(close) => <VoidForm event={event} onClose={close} />}
    </DialogButton>
  );
}

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import {
  Aside,
  Badge,
  Button,
  CodeBlock,
  type DataColumn,
  Dialog,
  Empty,
  Note,
  Problem,
  Section,
  Time,
} from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import type { Delivery } from "../../api/records.ts";
import { pollWhile } from "../../api/under-way.ts";
import { useMay } from "../../frame/session.tsx";
import { messageOf } from "../../ui/answer.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";
import { StatusTabs, statusIn } from "../../ui/status-tabs.tsx";
import { deliveryWords, lastError } from "./delivery-words.ts";

const route = getRouteApi("/frame/webhooks/$webhookEndpointId");

const statuses = {
  PENDING: ["now", "Pending"],
  DELIVERED: ["good", "Delivered"],
  FAILED: ["bad", "Failed"],
} as const;

/** What was sent to an endpoint, and what it answered. */
export function Deliveries({ endpointId }: { readonly endpointId: string }) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/webhooks/$webhookEndpointId" });
  const status = statusIn(statuses, search.status);
  const [shown, setShown] = useState<Delivery | null>(null);
  const list = useInfiniteQuery(
    trpc.webhookDeliveries.list.infiniteQueryOptions(
      { endpointId, ...(status !== undefined && { status }), limit: 20 },
      {
        ...byCursor,
        refetchInterval: pollWhile(({ pages }) =>
          pages.some(({ webhookDeliveries }) =>
            webhookDeliveries.some((one) => one.status === "PENDING"),
          ),
        ),
      },
    ),
  );
  return (
    <Section heading="Deliveries">
      <StatusTabs
        of={statuses}
        value={status}
        onChange={(chosen) => void navigate({ search: { status: chosen } })}
      >
        <RecordList
          of={list}
          rowsOf={({ webhookDeliveries }) => webhookDeliveries}
          caption="Deliveries, newest first"
          columns={columnsThat(setShown)}
          keyOf={({ id }) => id}
          empty={
            <Empty heading="No deliveries">
              <p>Send a test event to see one.</p>
            </Empty>
          }
        />
      </StatusTabs>
      {shown !== null && <OneDelivery delivery={shown} onClose={() => setShown(null)} />}
    </Section>
  );
}

const columnsThat = (open: (delivery: Delivery) => void): readonly DataColumn<Delivery>[] => [
  {
    label: "Event",
    cell: (delivery) => (
      <>
        <button type="button" className="row-button" onClick={() => open(delivery)}>
          {delivery.eventType}
        </button>
        <span className="under">
          <Time at={delivery.createdAt} />
        </span>
      </>
    ),
  },
  { label: "Last answer", cell: (delivery) => lastError(delivery) ?? "—" },
  {
    label: "Status",
    cell: (delivery) => {
      const [kind, words] = deliveryWords(delivery);
      return (
        <>
          <Badge kind={kind}>{words}</Badge>
          {delivery.nextAttemptAt !== null && delivery.attempts.length > 0 && (
            <span className="under">
              next <Time at={delivery.nextAttemptAt} />
            </span>
          )}
        </>
      );
    },
  },
];

interface OneDeliveryProps {
  readonly delivery: Delivery;
  readonly onClose: () => void;
}

/** One delivery: its event and what the receiver answered. */
function OneDelivery({ delivery, onClose }: OneDeliveryProps) {
  const { id: webhookDeliveryId, eventId, eventType, reason, attempts } = delivery;
  const queries = useQueryClient();
  const event = useQuery({ ...trpc.events.get.queryOptions({ eventId }), retry: false });
  const again = useMutation(
    trpc.webhookDeliveries.redeliver.mutationOptions({
      onSuccess: onClose,
      onSettled: () => queries.invalidateQueries(trpc.webhookDeliveries.pathFilter()),
    }),
  );
  const maySend = useMay("webhook-deliveries:write");
  return (
    <Dialog heading={eventType} isDrawer onClose={onClose}>
      {reason !== null && <Note>{reason}</Note>}
      {attempts.length === 0 && <Aside>It was not sent yet.</Aside>}
      <ol className="list">
        {attempts.map(({ attemptedAt, statusCode, latencyMs, response, error }) => (
          <li key={attemptedAt}>
            <span>
              <Time at={attemptedAt} isFull />
            </span>
            <span>
              {error ?? `Status ${statusCode}`}, {latencyMs} ms
            </span>
            {response !== null && response !== "" && <CodeBlock what="answer" text={response} />}
          </li>
        ))}
      </ol>
      <Problem text={again.error === null ? null : messageOf(again.error)} />
      {maySend && (
        <Button
          kind="quiet"
          isSmall
          isBusy={again.isPending}
          onClick={() => again.mutate({ webhookDeliveryId })}
        >
          Send it again
        </Button>
      )}
      {event.data === undefined ? (
        <Aside>{event.error === null ? "Loading the event…" : "The event was deleted."}</Aside>
      ) : (
        <CodeBlock what="body" text={JSON.stringify(event.data.event, null, 2)} />
      )}
    </Dialog>
  );
}

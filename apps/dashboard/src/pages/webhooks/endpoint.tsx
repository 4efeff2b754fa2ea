import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import {
  Aside,
  Button,
  CodeBlock,
  Empty,
  Field,
  Note,
  Problem,
  Section,
  Select,
  Term,
  Terms,
  Time,
} from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import type { Delivery, Endpoint } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer, messageOf } from "../../ui/answer.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { More } from "../../ui/more.tsx";
import { State } from "../../ui/state.tsx";
import { View } from "../../ui/view.tsx";

const route = getRouteApi("/frame/webhooks/$webhookEndpointId");

/** One endpoint, with what was sent to it and what it answered. */
export function EndpointPage() {
  const { webhookEndpointId } = route.useParams();
  const found = useQuery(
    trpc.webhookEndpoints.get.queryOptions({ webhookEndpointId }, { refetchInterval: 10_000 }),
  );
  return (
    <Answer of={found}>
      {({ webhookEndpoint }) => (
        <View
          heading="Webhook endpoint"
          lead={webhookEndpoint.url}
          actions={<State status={webhookEndpoint.status} />}
        >
          <About endpoint={webhookEndpoint} />
          <Deliveries endpointId={webhookEndpointId} />
          <Redelivery endpointId={webhookEndpointId} />
        </View>
      )}
    </Answer>
  );
}

function About({ endpoint }: { endpoint: Endpoint }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const onSettled = () => queries.invalidateQueries(trpc.webhookEndpoints.pathFilter());
  const update = useMutation(trpc.webhookEndpoints.update.mutationOptions({ onSettled }));
  const rotate = useMutation(trpc.webhookEndpoints.rotateSecret.mutationOptions({ onSettled }));
  const remove = useMutation(
    trpc.webhookEndpoints.delete.mutationOptions({
      onSuccess: () => navigate({ to: "/webhooks" }),
      onSettled,
    }),
  );
  const test = useMutation(
    trpc.webhookEndpoints.test.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.webhookDeliveries.pathFilter()),
    }),
  );
  const mayWrite = useMay("webhook-endpoints:write");
  const {
    id: webhookEndpointId,
    events,
    status,
    disabledReason,
    failingSince,
    createdAt,
  } = endpoint;
  const isOn = status === "ENABLED";
  const secret = rotate.data?.webhookEndpoint.secret ?? null;
  return (
    <Section heading="Endpoint">
      {failingSince !== null && (
        <Note>
          Every delivery has failed since <Time at={failingSince} />. After five days the endpoint
          is disabled.
        </Note>
      )}
      {disabledReason !== null && <Note>{disabledReason}</Note>}
      <Terms>
        <Term name="Events">{events.includes("*") ? "All" : events.join(", ")}</Term>
        <Term name="Created">
          <Time at={createdAt} />
        </Term>
        <Term name="Id">
          <code>{webhookEndpointId}</code>
        </Term>
      </Terms>
      {secret !== null && (
        <>
          <Note>
            This is the new signing secret. It is shown only now. The old secret works for a day.
          </Note>
          <CodeBlock what="secret" text={secret} isWrapped />
        </>
      )}
      <Problem text={test.error === null ? null : messageOf(test.error)} />
      {mayWrite && (
        <div className="section-actions">
          <Button
            kind="quiet"
            isSmall
            isBusy={test.isPending}
            onClick={() => test.mutate({ webhookEndpointId })}
          >
            Send a test event
          </Button>
          <Confirm
            action={isOn ? "Disable" : "Enable"}
            kind="quiet"
            onConfirm={() =>
              update.mutateAsync({ webhookEndpointId, status: isOn ? "DISABLED" : "ENABLED" })
            }
          >
            {isOn
              ? "Nothing is sent to the endpoint until you enable it again. You can send the missed events later."
              : "Events are sent to the endpoint from now on."}
          </Confirm>
          <Confirm
            action="Replace the secret"
            kind="quiet"
            onConfirm={() => rotate.mutateAsync({ webhookEndpointId })}
          >
            Deliveries are signed with both secrets for a day, so that your receiver can change
            over.
          </Confirm>
          <Confirm
            action="Delete the endpoint"
            onConfirm={() => remove.mutateAsync({ webhookEndpointId })}
          >
            Nothing is sent to the endpoint any more, and its deliveries are no longer listed.
          </Confirm>
        </div>
      )}
    </Section>
  );
}

const statuses = [
  { value: "", words: "All" },
  { value: "PENDING", words: "Pending" },
  { value: "DELIVERED", words: "Delivered" },
  { value: "FAILED", words: "Failed" },
] as const;

function Deliveries({ endpointId }: { endpointId: string }) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/webhooks/$webhookEndpointId" });
  const chosen = statuses.find(({ value }) => value === search.status)?.value || undefined;
  const list = useInfiniteQuery(
    trpc.webhookDeliveries.list.infiniteQueryOptions(
      { endpointId, ...(chosen !== undefined && { status: chosen }), limit: 20 },
      { getNextPageParam: ({ nextCursor }) => nextCursor, refetchInterval: 5_000 },
    ),
  );
  return (
    <Section heading="Deliveries">
      <div className="fields">
        <Select
          label="Status"
          value={chosen ?? ""}
          options={statuses}
          onChange={(status) => void navigate({ search: { status: status || undefined } })}
        />
      </div>
      <Answer of={list}>
        {({ pages }) => {
          const deliveries = pages.flatMap(({ webhookDeliveries }) => webhookDeliveries);
          return deliveries.length === 0 ? (
            <Empty heading="No deliveries">
              <p>Send a test event to see one.</p>
            </Empty>
          ) : (
            <>
              <ul className="list deliveries">
                {deliveries.map((delivery) => (
                  <OneDelivery key={delivery.id} delivery={delivery} />
                ))}
              </ul>
              <More list={list} />
            </>
          );
        }}
      </Answer>
    </Section>
  );
}

/** One delivery: unfolded, its event and what the receiver answered. */
function OneDelivery({ delivery }: { delivery: Delivery }) {
  const { id: webhookDeliveryId, eventType, eventId, status, attempts, createdAt } = delivery;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span>
            <strong>{eventType}</strong>{" "}
            <span className="under">
              <Time at={createdAt} />
            </span>
          </span>
          <State status={status} />
        </summary>
        {isOpen && <Opened {...{ webhookDeliveryId, eventId, delivery, attempts }} />}
      </details>
    </li>
  );
}

interface OpenedProps {
  readonly webhookDeliveryId: string;
  readonly eventId: string;
  readonly delivery: Delivery;
  readonly attempts: Delivery["attempts"];
}

function Opened({ webhookDeliveryId, eventId, delivery, attempts }: OpenedProps) {
  const queries = useQueryClient();
  const event = useQuery({ ...trpc.events.get.queryOptions({ eventId }), retry: false });
  const again = useMutation(
    trpc.webhookDeliveries.redeliver.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.webhookDeliveries.pathFilter()),
    }),
  );
  const maySend = useMay("webhook-deliveries:write");
  return (
    <div className="opened">
      {delivery.reason !== null && <Note>{delivery.reason}</Note>}
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
      {event.data === undefined ? (
        <Aside>{event.error === null ? "Loading the event…" : "The event was deleted."}</Aside>
      ) : (
        <CodeBlock what="body" text={JSON.stringify(event.data.event, null, 2)} />
      )}
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
    </div>
  );
}

/** Sends the events of a time again, page by page, and tells how many. */
function Redelivery({ endpointId }: { endpointId: string }) {
  const queries = useQueryClient();
  const [from, setFrom] = useState("");
  const [count, setCount] = useState<number | null>(null);
  const send = useMutation(trpc.webhookEndpoints.redeliver.mutationOptions());
  const mayWrite = useMay("webhook-endpoints:write");
  if (!mayWrite) return null;
  const sendAll = async (first: string) => {
    let sent = 0;
    setCount(sent);
    for (let next: string | null = first; next !== null; ) {
      const from: string = next;
      const answer = await send
        .mutateAsync({ webhookEndpointId: endpointId, from })
        .catch(() => ({ redelivered: 0, nextFrom: null })); // its problem is shown
      sent += answer.redelivered;
      setCount(sent);
      next = answer.nextFrom;
    }
    await queries.invalidateQueries(trpc.webhookDeliveries.pathFilter());
  };
  return (
    <Section heading="Send undelivered events again">
      <Aside>
        Sends all undelivered events since a day again, for example after your receiver was down.
      </Aside>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void sendAll(new Date(`${from}T00:00:00`).toISOString());
        }}
      >
        <div className="fields">
          <Field label="Since" type="date" value={from} onChange={setFrom} />
          <div>
            <Button type="submit" kind="quiet" isSmall isBusy={send.isPending}>
              Send again
            </Button>
          </div>
        </div>
      </form>
      <Problem text={send.error === null ? null : messageOf(send.error)} />
      <div role="status">
        {count !== null && (
          <Note>
            {count.toLocaleString("en")} deliveries were started{send.isPending ? " so far…" : "."}
          </Note>
        )}
      </div>
    </Section>
  );
}

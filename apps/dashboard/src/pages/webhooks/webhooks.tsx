import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Aside, Button, CodeBlock, Empty, Field, Note, Problem, Section, Time } from "@usance/ui";
import { type FormEvent, useState } from "react";
import { trpc } from "../../api/client.ts";
import { useMay, useOwnSession } from "../../frame/session.tsx";
import { Answer, messageOf } from "../../ui/answer.tsx";
import { Records } from "../../ui/records.tsx";
import { State } from "../../ui/state.tsx";
import { View } from "../../ui/view.tsx";

/** The addresses that get events, and a form for a new one. */
export function Webhooks() {
  const list = useQuery(
    trpc.webhookEndpoints.list.queryOptions({ limit: 50 }, { refetchInterval: 15_000 }),
  );
  const mayWrite = useMay("webhook-endpoints:write");
  return (
    <View heading="Webhooks" lead="Your endpoints, which receive events.">
      <Section heading="Endpoints">
        <Answer of={list}>
          {({ webhookEndpoints }) =>
            webhookEndpoints.length === 0 ? (
              <NoEndpoints />
            ) : (
              <Records
                caption="Webhook endpoints, newest first"
                columns={[{ label: "Endpoint" }, { label: "Status" }, { label: "Failing since" }]}
                rows={webhookEndpoints.map(({ id, url, events, status, failingSince }) => ({
                  key: id,
                  cells: [
                    <span key="name">
                      <Link to="/webhooks/$webhookEndpointId" params={{ webhookEndpointId: id }}>
                        {url}
                      </Link>
                      <span className="under">
                        {events.includes("*") ? "All events" : events.join(", ")}
                      </span>
                    </span>,
                    <State key="state" status={status} />,
                    failingSince === null ? "—" : <Time key="since" at={failingSince} />,
                  ],
                }))}
              />
            )
          }
        </Answer>
      </Section>
      {mayWrite && <NewEndpoint />}
    </View>
  );
}

const NoEndpoints = () => (
  <Empty heading="No endpoints yet">
    <p>
      Create one below. To see events on your own machine first, forward them with this command:
    </p>
    <CodeBlock
      what="command"
      text="npx --yes pnpm@12.21.0 usance webhooks listen --forward-to http://localhost:4000/hook"
    />
  </Empty>
);

function NewEndpoint() {
  const { ownerId } = useOwnSession();
  const queries = useQueryClient();
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState("*");
  const create = useMutation(
    trpc.webhookEndpoints.create.mutationOptions({
      onSuccess: () => setUrl(""),
      onSettled: () => queries.invalidateQueries(trpc.webhookEndpoints.pathFilter()),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const types = events.split(",").map((one) => one.trim());
    create.mutate({
      url,
      events: types as NonNullable<Parameters<typeof create.mutate>[0]["events"]>,
      ...(ownerId !== null && { ownerId }),
    });
  };
  const secret = create.data?.webhookEndpoint.secret ?? null;
  return (
    <Section heading="New endpoint">
      {secret !== null && (
        <>
          <Note>
            This is the endpoint's signing secret. It is shown only now: save it where your receiver
            checks signatures.
          </Note>
          <CodeBlock what="secret" text={secret} isWrapped />
        </>
      )}
      <form className="form" onSubmit={submit}>
        <div className="fields">
          <Field
            label="Address"
            type="url"
            value={url}
            onChange={setUrl}
            hint="The https address of your receiver."
          />
          <Field
            label="Events"
            value={events}
            onChange={setEvents}
            hint="* for all events, or types with commas: invoice.paid, settlement.failed"
          />
        </div>
        <Problem text={create.error === null ? null : messageOf(create.error)} />
        <div className="section-actions">
          <Button type="submit" isSmall isBusy={create.isPending}>
            Create the endpoint
          </Button>
        </div>
      </form>
      <Aside>Every delivery is signed. Failed deliveries are retried for three days.</Aside>
    </Section>
  );
}

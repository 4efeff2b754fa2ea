import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CodeBlock, type DataColumn, DataTable, Empty, Field, Section, Time } from "@usance/ui";
import { useState } from "react";
import { client, trpc } from "../../api/client.ts";
import type { Endpoint } from "../../api/records.ts";
import { pollWhile } from "../../api/under-way.ts";
import { useMay, useOwnSession } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { Checks } from "../../ui/checks.tsx";
import { DialogButton, FormDialog, useForm } from "../../ui/form.tsx";
import { View } from "../../ui/view.tsx";
import { EndpointState } from "./endpoint-state.tsx";
import { type EventType, eventGroups, eventPresets, eventsText } from "./event-types.ts";
import { SigningSecret } from "./signing-secret.tsx";

/** The addresses that get events, and a form for a new one. */
export function Webhooks() {
  const list = useQuery(
    trpc.webhookEndpoints.list.queryOptions(
      { limit: 50 },
      {
        refetchInterval: pollWhile(
          ({ webhookEndpoints }) => webhookEndpoints.some((one) => one.failingSince !== null),
          15_000,
        ),
      },
    ),
  );
  const mayWrite = useMay("webhook-endpoints:write");
  return (
    <View
      heading="Webhooks"
      lead="Your endpoints, which receive events. Every delivery is signed. Failed deliveries are retried for three days."
      actions={
        mayWrite && (
          <DialogButton words="New endpoint…" kind="main" opensAt="new">
            {(close) => <NewEndpoint onClose={close} />}
          </DialogButton>
        )
      }
    >
      <Section heading="Endpoints">
        <Answer of={list}>
          {({ webhookEndpoints }) =>
            webhookEndpoints.length === 0 ? (
              <NoEndpoints />
            ) : (
              <DataTable
                caption="Webhook endpoints, newest first"
                columns={columns}
                rows={webhookEndpoints}
                keyOf={({ id }) => id}
              />
            )
          }
        </Answer>
      </Section>
    </View>
  );
}

const columns: readonly DataColumn<Endpoint>[] = [
  {
    label: "Endpoint",
    cell: (endpoint) => (
      <>
        <Link to="/webhooks/$webhookEndpointId" params={{ webhookEndpointId: endpoint.id }}>
          {endpoint.url}
        </Link>
        <span className="under">{eventsText(endpoint)}</span>
      </>
    ),
    sortBy: ({ url }) => url,
  },
  { label: "Status", cell: (endpoint) => <EndpointState of={endpoint} /> },
  {
    label: "Failing since",
    cell: ({ failingSince }) => (failingSince === null ? "—" : <Time at={failingSince} />),
    isWide: true,
  },
];

const NoEndpoints = () => (
  <Empty heading="No endpoints yet">
    <p>To see events on your own machine first, forward them with this command:</p>
    <CodeBlock
      what="command"
      text="npx --yes pnpm@12.21.0 usance webhooks listen --forward-to http://localhost:4000/hook"
    />
  </Empty>
);

function NewEndpoint({ onClose }: { readonly onClose: () => void }) {
  const { ownerId } = useOwnSession();
  const [secret, setSecret] = useState<string | null>(null);
  const all: readonly EventType[] = ["*"];
  const form = useForm({
    draft: { url: "", events: all },
    send: ({ url, events }) =>
      client.webhookEndpoints.create.mutate({
        ...{ url, events: [...events] },
        ...(ownerId !== null && { ownerId }),
      }),
    said: "The endpoint was created.",
    changes: trpc.webhookEndpoints.pathFilter(),
    onDone: ({ webhookEndpoint }) => setSecret(webhookEndpoint.secret),
  });
  if (secret !== null) return <SigningSecret secret={secret} onClose={onClose} />;
  return (
    <FormDialog heading="New endpoint" of={form} submit="Create the endpoint" onClose={onClose}>
      <Field
        label="Address"
        type="url"
        hint="The https address of your receiver."
        {...form.at("url")}
      />
      <Checks label="Events" groups={eventGroups} presets={eventPresets} {...form.at("events")} />
    </FormDialog>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Button, Copyable, Note, Problem, Section, Term, Terms, Time, toast } from "@usance/ui";
import { client, trpc } from "../../api/client.ts";
import type { Endpoint } from "../../api/records.ts";
import { pollWhile } from "../../api/under-way.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer, messageOf } from "../../ui/answer.tsx";
import { Checks } from "../../ui/checks.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { DialogButton, FormDialog, useForm } from "../../ui/form.tsx";
import { View } from "../../ui/view.tsx";
import { Deliveries } from "./deliveries.tsx";
import { EndpointState } from "./endpoint-state.tsx";
import { type EventType, eventGroups, eventPresets, eventsText } from "./event-types.ts";
import { Redelivery } from "./redelivery.tsx";
import { SigningSecret } from "./signing-secret.tsx";

const route = getRouteApi("/frame/webhooks/$webhookEndpointId");

/** One endpoint, with what was sent to it and what it answered. */
export function EndpointPage() {
  const { webhookEndpointId } = route.useParams();
  const found = useQuery(
    trpc.webhookEndpoints.get.queryOptions(
      { webhookEndpointId },
      {
        refetchInterval: pollWhile(({ webhookEndpoint }) => webhookEndpoint.failingSince !== null),
      },
    ),
  );
  return (
    <Answer of={found}>
      {({ webhookEndpoint }) => (
        <View
          heading="Webhook endpoint"
          within={<Link to="/webhooks">Webhooks</Link>}
          lead={webhookEndpoint.url}
          actions={<EndpointState of={webhookEndpoint} />}
        >
          <About endpoint={webhookEndpoint} />
          <Deliveries endpointId={webhookEndpointId} />
          <Redelivery endpointId={webhookEndpointId} />
        </View>
      )}
    </Answer>
  );
}

function About({ endpoint }: { readonly endpoint: Endpoint }) {
  const mayWrite = useMay("webhook-endpoints:write");
  const { id, failingSince, disabledReason, createdAt } = endpoint;
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
        <Term name="Events">{eventsText(endpoint)}</Term>
        <Term name="Created">
          <Time at={createdAt} />
        </Term>
        <Term name="Id">
          <Copyable what="endpoint's id" text={id} />
        </Term>
      </Terms>
      {mayWrite && <Actions endpoint={endpoint} />}
    </Section>
  );
}

function Actions({ endpoint }: { readonly endpoint: Endpoint }) {
  const { id: webhookEndpointId, status } = endpoint;
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
      onSuccess: () => toast("The test event was sent."),
      onSettled: () => queries.invalidateQueries(trpc.webhookDeliveries.pathFilter()),
    }),
  );
  const isOn = status === "ENABLED";
  const secret = rotate.data?.webhookEndpoint.secret ?? null;
  return (
    <>
      {secret !== null && <SigningSecret secret={secret} onClose={rotate.reset} />}
      <Problem text={test.error === null ? null : messageOf(test.error)} />
      <div className="section-actions">
        <Button
          kind="quiet"
          isSmall
          isBusy={test.isPending}
          onClick={() => test.mutate({ webhookEndpointId })}
        >
          Send a test event
        </Button>
        <DialogButton words="Change the events…">
          {(close) => <EventsForm endpoint={endpoint} onClose={close} />}
        </DialogButton>
        <Confirm
          action={isOn ? "Disable" : "Enable"}
          kind="quiet"
          said={isOn ? "The endpoint is disabled." : "The endpoint is enabled."}
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
          said="The endpoint has a new secret."
          keep="Keep the secret"
          onConfirm={() => rotate.mutateAsync({ webhookEndpointId })}
        >
          Deliveries are signed with both secrets for a day, so that your receiver can change over.
        </Confirm>
        <Confirm
          action="Delete the endpoint"
          said="The endpoint was deleted."
          keep="Keep the endpoint"
          onConfirm={() => remove.mutateAsync({ webhookEndpointId })}
        >
          Nothing is sent to the endpoint any more, and its deliveries are no longer listed.
        </Confirm>
      </div>
    </>
  );
}

interface EventsFormProps {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}

function EventsForm({ endpoint, onClose }: EventsFormProps) {
  const { id: webhookEndpointId } = endpoint;
  const form = useForm({
    draft: { events: endpoint.events as readonly EventType[] },
    send: ({ events }) =>
      client.webhookEndpoints.update.mutate({ webhookEndpointId, events: [...events] }),
    said: "The endpoint gets these events from now on.",
    changes: trpc.webhookEndpoints.pathFilter(),
    onDone: onClose,
  });
  return (
    <FormDialog heading="Change the events" of={form} submit="Save" onClose={onClose}>
      <Checks label="Events" groups={eventGroups} presets={eventPresets} {...form.at("events")} />
    </FormDialog>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import {
  Button,
  CodeBlock,
  Empty,
  Field,
  Note,
  Problem,
  Section,
  Select,
  shortened,
} from "@usance/ui";
import { type FormEvent, useState } from "react";
import { trpc } from "../../api/client.ts";
import { useMay, useOwnSession } from "../../frame/session.tsx";
import { Answer, messageOf } from "../../ui/answer.tsx";
import { Records } from "../../ui/records.tsx";
import { State } from "../../ui/state.tsx";
import { View } from "../../ui/view.tsx";
import { firstService } from "../../words/calls.ts";

const route = getRouteApi("/frame/services");

/** The products that are sold, and a form for a new one. */
export function Services() {
  const list = useQuery(trpc.services.list.queryOptions());
  const mayWrite = useMay("services:write");
  const mayReadClocks = useMay("test-clocks:read");
  return (
    <View
      heading="Services"
      lead="The products that you sell, with their plans."
      actions={mayReadClocks && <Link to="/clocks">Test clocks</Link>}
    >
      <Section heading="All services">
        <Answer of={list}>
          {({ services }) =>
            services.length === 0 ? (
              <NoServices />
            ) : (
              <Records
                caption="Services, newest first"
                columns={[
                  { label: "Service" },
                  { label: "Status" },
                  { label: "Plans", isFigure: true },
                  { label: "Paid to", isFigure: true },
                ]}
                rows={services.map(
                  ({ id, name, description, status, paymentPlans, payoutAddress }) => ({
                    key: id,
                    cells: [
                      <span key="name">
                        <Link to="/services/$serviceId" params={{ serviceId: id }}>
                          {name}
                        </Link>
                        {description !== null && <span className="under">{description}</span>}
                      </span>,
                      <State key="state" status={status} />,
                      paymentPlans.length,
                      payoutAddress === null ? "Not set" : shortened(payoutAddress),
                    ],
                  }),
                )}
              />
            )
          }
        </Answer>
      </Section>
      {mayWrite && <NewService />}
    </View>
  );
}

const NoServices = () => (
  <Empty heading="No services yet">
    <p>
      A service is a product with prices, such as an API. Create the first one with the form below,
      or with this call. Then give it a plan, and create a checkout link.
    </p>
    <CodeBlock what="call" text={firstService()} />
  </Empty>
);

function NewService() {
  const session = useOwnSession();
  const { testClockId = "" } = route.useSearch();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [status, setStatus] = useState<"ACTIVE" | "DRAFT">("ACTIVE");
  const [email, setEmail] = useState("");
  const [payoutAddress, setPayoutAddress] = useState("");
  const create = useMutation(
    trpc.services.create.mutationOptions({
      onSuccess: async ({ service }) => {
        await queries.invalidateQueries(trpc.services.pathFilter());
        await navigate({ to: "/services/$serviceId", params: { serviceId: service.id } });
      },
    }),
  );
  const owner = session.ownerId === null ? { owner: { email } } : { ownerId: session.ownerId };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({
      ...{ name, description, status, ...owner },
      ...(payoutAddress.trim() !== "" && { payoutAddress: payoutAddress.trim() }),
      ...(testClockId !== "" && { testClockId }),
    });
  };
  return (
    <Section heading="New service">
      <form className="form" onSubmit={submit}>
        <Problem text={create.error === null ? null : messageOf(create.error)} />
        <div className="fields">
          <Field label="Name" value={name} onChange={setName} />
          <Field label="Description" isOptional value={description} onChange={setDescription} />
          {session.ownerId === null && (
            <Field label="Owner's e-mail" type="email" value={email} onChange={setEmail} />
          )}
          <Select
            label="Status"
            value={status}
            onChange={(value) => setStatus(value === "DRAFT" ? "DRAFT" : "ACTIVE")}
            options={[
              { value: "ACTIVE", words: "Active: open for checkout" },
              { value: "DRAFT", words: "Draft: not open yet" },
            ]}
          />
          <ClockSelect value={testClockId} />
        </div>
        <Field
          label="Payout address"
          isOptional
          value={payoutAddress}
          onChange={setPayoutAddress}
          hint="The address on the settlement chain that subscribers pay to. Without it, nobody can pay at checkout."
        />
        {payoutAddress.trim() !== "" && (
          <Note>
            Subscribers will pay to <code>{payoutAddress.trim()}</code>. Check every character:
            payments cannot be taken back.
          </Note>
        )}
        <div className="section-actions">
          <Button type="submit" isSmall isBusy={create.isPending}>
            Create the service
          </Button>
        </div>
      </form>
    </Section>
  );
}

/** The clock that a new service has for good. It is shown if there are clocks. */
function ClockSelect({ value }: { value: string }) {
  const navigate = useNavigate({ from: "/services" });
  const list = useQuery({
    ...trpc.testClocks.list.queryOptions({ limit: 50 }),
    enabled: useMay("test-clocks:read"),
  });
  const clocks = list.data?.testClocks ?? [];
  if (clocks.length === 0) return null;
  return (
    <Select
      label="Time"
      value={value}
      onChange={(id) => void navigate({ search: { testClockId: id || undefined }, replace: true })}
      options={[
        { value: "", words: "The real time" },
        ...clocks.map(({ id, name }) => ({
          value: id,
          words: `Test clock: ${name ?? id}`,
        })),
      ]}
    />
  );
}

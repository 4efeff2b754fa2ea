import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import {
  CodeBlock,
  type DataColumn,
  DataTable,
  Empty,
  Field,
  Note,
  Section,
  Select,
  shortened,
} from "@usance/ui";
import { client, trpc } from "../../api/client.ts";
import type { Service } from "../../api/records.ts";
import { useMay, useOwnSession } from "../../frame/session.tsx";
import { Answer } from "../../ui/answer.tsx";
import { DialogButton, FormDialog, useForm } from "../../ui/form.tsx";
import { State } from "../../ui/state.tsx";
import { View } from "../../ui/view.tsx";
import { firstService } from "../../words/calls.ts";

const route = getRouteApi("/frame/services");

/** The products that are sold, and a form for a new one. */
export function Services() {
  const list = useQuery(trpc.services.list.queryOptions());
  const mayWrite = useMay("services:write");
  return (
    <View
      heading="Services"
      lead="The products that you sell, with their plans."
      actions={
        mayWrite && (
          <DialogButton words="New service…" kind="main" opensAt="new">
            {(close) => <NewService onClose={close} />}
          </DialogButton>
        )
      }
    >
      <Section heading="All services">
        <Answer of={list}>
          {({ services }) =>
            services.length === 0 ? (
              <NoServices />
            ) : (
              <DataTable
                caption="Services, newest first"
                columns={columns}
                rows={services}
                keyOf={({ id }) => id}
              />
            )
          }
        </Answer>
      </Section>
    </View>
  );
}

const columns: readonly DataColumn<Service>[] = [
  {
    label: "Service",
    cell: ({ id, name, description }) => (
      <>
        <Link to="/services/$serviceId" params={{ serviceId: id }}>
          {name}
        </Link>
        {description !== null && <span className="under">{description}</span>}
      </>
    ),
    sortBy: ({ name }) => name,
  },
  {
    label: "Status",
    cell: ({ status }) => <State status={status} />,
    sortBy: ({ status }) => status,
  },
  { label: "Plans", cell: ({ paymentPlans }) => paymentPlans.length, isFigure: true },
  {
    label: "Paid to",
    cell: ({ payoutAddress }) => (payoutAddress === null ? "Not set" : shortened(payoutAddress)),
    isFigure: true,
    isWide: true,
  },
];

const NoServices = () => (
  <Empty heading="No services yet">
    <p>
      A service is a product with prices, such as an API. Create the first one here or with this
      call. Then give it a plan, and create a checkout link.
    </p>
    <CodeBlock what="call" text={firstService()} />
  </Empty>
);

function NewService({ onClose }: { readonly onClose: () => void }) {
  const session = useOwnSession();
  const { testClockId = "" } = route.useSearch();
  const navigate = useNavigate();
  const isPlatform = session.ownerId === null;
  const form = useForm({
    draft: { name: "", description: "", status: "ACTIVE", email: "", payoutAddress: "" },
    send: ({ name, description, status, email, payoutAddress }) =>
      client.services.create.mutate({
        ...{ name, description, status: status === "DRAFT" ? "DRAFT" : "ACTIVE" },
        ...(session.ownerId === null ? { owner: { email } } : { ownerId: session.ownerId }),
        ...(payoutAddress.trim() !== "" && { payoutAddress: payoutAddress.trim() }),
        ...(testClockId !== "" && { testClockId }),
      }),
    said: "The service was created.",
    changes: trpc.services.pathFilter(),
    onDone: ({ service: { id: serviceId } }) =>
      navigate({ to: "/services/$serviceId", params: { serviceId } }),
  });
  const { at } = form;
  const payoutAddress = form.draft.payoutAddress.trim();
  return (
    <FormDialog heading="New service" of={form} submit="Create the service" onClose={onClose}>
      <div className="fields">
        <Field label="Name" {...at("name")} />
        <Field label="Description" isOptional {...at("description")} />
        {isPlatform && (
          <Field label="Owner's e-mail" type="email" {...at("email", "owner.email")} />
        )}
        <Select
          label="Status"
          options={[
            { value: "ACTIVE", words: "Active: open for checkout" },
            { value: "DRAFT", words: "Draft: not open yet" },
          ]}
          {...at("status")}
        />
        <ClockSelect value={testClockId} />
      </div>
      <Field
        label="Payout address"
        isOptional
        hint="The address on the settlement chain that subscribers pay to. Without it, nobody can pay at checkout."
        {...at("payoutAddress")}
      />
      {payoutAddress !== "" && (
        <Note>
          Subscribers will pay to <code>{payoutAddress}</code>. Check every character: payments
          cannot be taken back.
        </Note>
      )}
    </FormDialog>
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
      onChange={(id) =>
        void navigate({ search: { testClockId: id || undefined }, hash: true, replace: true })
      }
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

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  Button,
  type DataColumn,
  DataTable,
  Empty,
  Problem,
  Section,
  Select,
  Time,
} from "@usance/ui";
import { useState } from "react";
import { trpc } from "../../api/client.ts";
import type { CheckoutSession, Service } from "../../api/records.ts";
import { useMay } from "../../frame/session.tsx";
import { Answer, messageOf } from "../../ui/answer.tsx";
import { LinkToSend } from "../../ui/link-to-send.tsx";
import { State } from "../../ui/state.tsx";

/** Links with which people subscribe to a plan: made, copied, and shown as a code for phones. */
export function CheckoutLinks({
  service: { id: serviceId, paymentPlans, status },
}: {
  service: Service;
}) {
  const queries = useQueryClient();
  const [chosen, choose] = useState("");
  const list = useQuery(trpc.checkoutSessions.list.queryOptions({ serviceId, limit: 10 }));
  const create = useMutation(
    trpc.checkoutSessions.create.mutationOptions({
      onSettled: () => queries.invalidateQueries(trpc.checkoutSessions.pathFilter()),
    }),
  );
  const mayCreate = useMay("checkout-sessions:write");
  const paymentPlanId = paymentPlans.some(({ id }) => id === chosen)
    ? chosen
    : (paymentPlans[0]?.id ?? "");
  const made = create.data?.checkoutSession;
  return (
    <Section heading="Checkout links">
      {mayCreate && paymentPlans.length > 0 && status === "ACTIVE" && (
        <div className="fields">
          <Select
            label="Plan"
            value={paymentPlanId}
            onChange={choose}
            options={paymentPlans.map(({ id, name }) => ({ value: id, words: name }))}
          />
          <div>
            <Button
              isSmall
              isBusy={create.isPending}
              onClick={() => create.mutate({ serviceId, paymentPlanId })}
            >
              Make a checkout link
            </Button>
          </div>
        </div>
      )}
      <Problem text={create.error === null ? null : messageOf(create.error)} />
      {made !== undefined && <LinkToSend what="checkout" url={made.url} />}
      <Answer of={list}>
        {({ checkoutSessions }) =>
          checkoutSessions.length === 0 ? (
            <Empty heading="No checkout links yet">
              <p>
                {status !== "ACTIVE"
                  ? "Set the service's status to active first, so that people can subscribe."
                  : paymentPlans.length === 0
                    ? "Create a plan first. Then create a link, and send it to a customer."
                    : "Create a link, and send it to a customer. One link signs up one subscriber."}
              </p>
            </Empty>
          ) : (
            <DataTable
              caption="The newest checkout links"
              columns={columns}
              rows={checkoutSessions}
              keyOf={({ id }) => id}
            />
          )
        }
      </Answer>
    </Section>
  );
}

const columns: readonly DataColumn<CheckoutSession>[] = [
  {
    label: "Created",
    cell: ({ status, url, createdAt }) =>
      status === "PENDING" ? (
        <a href={url}>
          <Time at={createdAt} />
        </a>
      ) : (
        <Time at={createdAt} />
      ),
    sortBy: ({ createdAt }) => createdAt,
  },
  { label: "Plan", cell: ({ paymentPlan }) => paymentPlan.name },
  { label: "Status", cell: ({ status }) => <State status={status} /> },
  { label: "Subscriber", cell: ({ user }) => user?.email ?? "—" },
];

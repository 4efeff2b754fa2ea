import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DraftInvoice } from "./draft-invoice.tsx";
import { Invoices } from "./invoices.tsx";
import { Trouble } from "./trouble.tsx";
import { useTRPC } from "./trpc.ts";
import { Usage } from "./usage.tsx";

/** A seller's subscriptions: of one of them what was used, and what is owed for it. */
export function Dashboard() {
  const trpc = useTRPC();
  // Two calls in one request.
  const services = useQuery(trpc.services.list.queryOptions());
  const list = useQuery(trpc.subscriptions.list.queryOptions({ limit: 100 }));
  const [chosen, choose] = useState<string>();

  const error = services.error ?? list.error;
  if (error !== null) return <Trouble error={error} />;
  if (services.data === undefined || list.data === undefined) return <p>Loading…</p>;

  const { subscriptions } = list.data;
  const subscription = subscriptions.find(({ id }) => id === chosen) ?? subscriptions[0];
  if (subscription === undefined) return <p>Nobody has subscribed yet.</p>;
  const plans = services.data.services.flatMap((service) =>
    service.paymentPlans.map((plan) => [plan.id, `${service.name}, ${plan.name}`] as const),
  );
  const names = new Map(plans);
  return (
    <>
      <h1>Subscriptions</h1>
      <label>
        Subscription
        <select value={subscription.id} onChange={({ target }) => choose(target.value)}>
          {subscriptions.map(({ id, paymentPlanId }) => (
            <option key={id} value={id}>
              {names.get(paymentPlanId)}: {id}
            </option>
          ))}
        </select>
      </label>
      <Usage subscriptionId={subscription.id} />
      <DraftInvoice key={subscription.id} subscription={subscription} />
      <Invoices subscriptionId={subscription.id} />
    </>
  );
}

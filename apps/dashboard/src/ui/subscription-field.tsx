import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { trpc } from "../api/client.ts";

// The combobox is loaded with the first form that uses it.
const Combobox = lazy(async () => ({ default: (await import("./combobox.tsx")).Combobox }));

/** The maximum number of subscribers in the list. */
const most = 8;

interface SubscriptionFieldProps {
  /** undefined: of all services. */
  readonly serviceId: string | undefined;
  /** Id of the subscription; empty: none is chosen. */
  readonly value: string;
  readonly onChange: (subscriptionId: string) => void;
  readonly error?: string | undefined;
}

/** Chooses a subscription by the beginning of its subscriber's e-mail address. */
export function SubscriptionField({ serviceId, ...field }: SubscriptionFieldProps) {
  const [typed, setTyped] = useState("");
  const search = typed.split(" · ")[0] ?? "";
  const found = useQuery(
    trpc.subscribers.list.queryOptions(
      { limit: most, ...(search !== "" && { search }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const services = useQuery(trpc.services.list.queryOptions({}, { staleTime: 60_000 }));
  const plans = new Map(
    (services.data?.services ?? []).flatMap(({ name, paymentPlans }) =>
      paymentPlans.map((plan) => [plan.id, `${name} · ${plan.name}`] as const),
    ),
  );
  const subscribers = found.data?.subscribers ?? [];
  const lists = useQueries({
    queries: subscribers.map(({ id: userId }) =>
      trpc.subscriptions.list.queryOptions(
        { userId, status: "ACTIVE", limit: 20, ...(serviceId !== undefined && { serviceId }) },
        { staleTime: 60_000 },
      ),
    ),
  });
  const options = subscribers.flatMap(({ email }, place) =>
    (lists[place]?.data?.subscriptions ?? []).map(({ id, paymentPlanId }) => {
      const plan = plans.get(paymentPlanId) ?? id;
      return { value: id, words: `${email} · ${plan}` };
    }),
  );
  return (
    <Suspense>
      <Combobox
        label="Subscription"
        isOptional
        hint="The beginning of the subscriber's e-mail address."
        options={options}
        onType={setTyped}
        {...field}
      />
    </Suspense>
  );
}

import { useQueries, useQuery } from "@tanstack/react-query";
import { trpc } from "../api/client.ts";
import type { Subscription } from "../api/records.ts";
import { FoundField, useEmail, useFoundSubscribers } from "./found-field.tsx";

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
  const { subscribers, onType } = useFoundSubscribers();
  const services = useQuery(trpc.services.list.queryOptions({}, { staleTime: 60_000 }));
  const plans = new Map(
    (services.data?.services ?? []).flatMap(({ name, paymentPlans }) =>
      paymentPlans.map((plan) => [plan.id, `${name} · ${plan.name}`] as const),
    ),
  );
  const lists = useQueries({
    queries: subscribers.map(({ id: userId }) =>
      trpc.subscriptions.list.queryOptions(
        { userId, status: "ACTIVE", limit: 20, ...(serviceId !== undefined && { serviceId }) },
        { staleTime: 60_000 },
      ),
    ),
  });
  const chosen = useQuery({
    ...trpc.subscriptions.get.queryOptions({ subscriptionId: field.value }),
    enabled: field.value !== "",
  });
  const subscription = field.value === "" ? undefined : chosen.data?.subscription;
  const payer = useEmail(subscription?.userId);
  const wordsOf = (
    email: string,
    { id, paymentPlanId }: Pick<Subscription, "id" | "paymentPlanId">,
  ) => `${email} · ${plans.get(paymentPlanId) ?? id}`;
  return (
    <FoundField
      label="Subscription"
      options={subscribers.flatMap(({ email }, place) =>
        (lists[place]?.data?.subscriptions ?? []).map((one) => ({
          value: one.id,
          words: wordsOf(email, one),
        })),
      )}
      words={subscription && payer && wordsOf(payer, subscription)}
      onType={onType}
      {...field}
    />
  );
}

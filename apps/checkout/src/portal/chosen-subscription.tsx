import { Select } from "@usance/ui";
import { type ReactNode, useId } from "react";
import type { Subscription } from "../api/portal-api.ts";

interface ChosenSubscriptionProps {
  readonly subscriptions: readonly Subscription[];
  /** The id of one of them. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly children: (subscription: Subscription) => ReactNode;
}

const nameOf = ({ service, paymentPlan, status }: Subscription) =>
  `${service.name} · ${paymentPlan.name}${status === "CANCELLED" ? " (ended)" : ""}`;

/** The content of a tab about one subscription, with the choice between several. */
export function ChosenSubscription({
  subscriptions,
  chosen,
  onChoose,
  children,
}: ChosenSubscriptionProps) {
  const headingId = useId();
  const subscription = subscriptions.find(({ id }) => id === chosen) ?? subscriptions[0];
  if (subscription === undefined) return null;
  return (
    <section className="subscription" aria-labelledby={headingId}>
      <h2 id={headingId} className={subscriptions.length > 1 ? "unseen" : undefined}>
        <bdi>{nameOf(subscription)}</bdi>
      </h2>
      {subscriptions.length > 1 && (
        <Select
          label="Subscription"
          value={subscription.id}
          options={subscriptions.map((one) => ({ value: one.id, words: nameOf(one) }))}
          onChange={onChoose}
        />
      )}
      {children(subscription)}
    </section>
  );
}

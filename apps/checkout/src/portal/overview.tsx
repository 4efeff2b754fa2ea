import { Button, Mark, Message } from "@usance/ui";
import type { PortalApi, Subscription, SubscriptionPage } from "../api/portal-api.ts";
import { useAction } from "../ui/use-action.ts";
import { BalanceSection } from "./balance-section.tsx";
import { useMay } from "./may.ts";
import { SubscriptionPanel } from "./subscription-panel.tsx";

interface OverviewProps {
  readonly api: PortalApi;
  /** null: the link does not show subscriptions. */
  readonly page: SubscriptionPage | null;
  readonly onPage: (page: SubscriptionPage) => void;
  readonly onSaid: (said: string) => void;
}

/** The subscriptions, each with what it costs next, and the prepaid balances. */
export function Overview({ api, page, onPage, onSaid }: OverviewProps) {
  const more = useAction();
  const maySeeBalances = useMay("balances:read");
  const { subscriptions, nextCursor } = page ?? { subscriptions: [], nextCursor: null };
  const change = (changed: Subscription) =>
    onPage({
      nextCursor,
      subscriptions: subscriptions.map((one) => (one.id === changed.id ? changed : one)),
    });
  const showMore = () =>
    more.run(async (signal) => {
      const next = await api.subscriptions(nextCursor, signal);
      onPage({ ...next, subscriptions: [...subscriptions, ...next.subscriptions] });
    });
  return (
    <>
      {page?.subscriptions.length === 0 && (
        <Message icon={<Mark kind="over" />} heading="You have no subscriptions">
          <p>Once you subscribe, you find your usage, invoices and limits here.</p>
        </Message>
      )}
      {subscriptions.map((subscription) => (
        <SubscriptionPanel
          key={subscription.id}
          api={api}
          subscription={subscription}
          onChange={change}
          onSaid={onSaid}
        />
      ))}
      {nextCursor !== null && (
        <Button kind="quiet" isBusy={more.isBusy} onClick={showMore}>
          Show more subscriptions
        </Button>
      )}
      {maySeeBalances && <BalanceSection api={api} />}
    </>
  );
}

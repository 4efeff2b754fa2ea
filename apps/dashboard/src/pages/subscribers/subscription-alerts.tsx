import { useQuery } from "@tanstack/react-query";
import { AlertValue } from "@usance/ui";
import { trpc } from "../../api/client.ts";

/** What alerts watch of a subscription and of its subscriber's balances; nothing if no alert does. */
export function SubscriptionAlerts({ subscriptionId }: { readonly subscriptionId: string }) {
  const { data } = useQuery(trpc.alerts.states.queryOptions({ subscriptionId }));
  if (data === undefined || data.alerts.length === 0) return null;
  return (
    <div className="form">
      <h3>Alerts</h3>
      <div className="columns">
        {data.alerts.map(({ alert, balanceId, value, crossed }) => (
          <AlertValue key={`${alert.id} ${balanceId}`} {...{ alert, value, crossed }} />
        ))}
      </div>
    </div>
  );
}

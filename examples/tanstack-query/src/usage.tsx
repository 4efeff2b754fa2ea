import { useQuery } from "@tanstack/react-query";
import { Trouble } from "./trouble.tsx";
import { useTRPC } from "./trpc.ts";

/** What a subscription has used, added up by the service. Quantities are text: they are exact. */
export function Usage({ subscriptionId }: { readonly subscriptionId: string }) {
  const trpc = useTRPC();
  const input = { subscriptionId, groupBy: "prefix" } as const;
  const { data, error } = useQuery(trpc.usageEvents.summary.queryOptions(input));

  if (error !== null) return <Trouble error={error} />;
  if (data === undefined) return <p>Loading…</p>;
  const { groups, quantity, count } = data.summary;
  return (
    <table>
      <caption>Usage</caption>
      <thead>
        <tr>
          <th>What</th>
          <th>Events</th>
          <th>Units</th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.key}>
            <td>{group.key}</td>
            <td>{group.count}</td>
            <td>{group.quantity}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th>All</th>
          <td>{count}</td>
          <td>{quantity}</td>
        </tr>
      </tfoot>
    </table>
  );
}

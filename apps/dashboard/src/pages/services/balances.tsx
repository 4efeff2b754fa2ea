import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { amountText, Section, Stat, Stats } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import { Answer } from "../../ui/answer.tsx";
import { More } from "../../ui/more.tsx";
import { Records } from "../../ui/records.tsx";
import { State } from "../../ui/state.tsx";

/** The prepaid balances of a service, and their sums: what the seller owes, and what is owed to the seller. */
export function Balances({ serviceId }: { serviceId: string }) {
  const totals = useQuery(trpc.balances.totals.queryOptions({ serviceId }));
  const list = useInfiniteQuery(
    trpc.balances.list.infiniteQueryOptions(
      { serviceId, limit: 25 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  const balances = (list.data?.pages ?? []).flatMap((page) => page.balances);
  if (list.data !== undefined && balances.length === 0) return null;
  return (
    <Section heading="Prepaid balances">
      <Answer of={totals}>
        {({ balanceTotals: { available, owed, overdraft } }) => (
          <Stats>
            <Stat
              name="Available"
              value={amountText(available)}
              unit="USDC"
              note="Credit of all balances"
            />
            <Stat
              name="Owed"
              value={amountText(owed)}
              unit="USDC"
              note={`Of all balances; their overdrafts are ${amountText(overdraft)} USDC`}
            />
          </Stats>
        )}
      </Answer>
      <Answer of={list}>
        {() => (
          <>
            <Records
              caption="Prepaid balances, newest first"
              columns={[
                { label: "Subscriber" },
                { label: "Available", isFigure: true },
                { label: "Owed", isFigure: true },
                { label: "Overdraft", isFigure: true },
                { label: "Status" },
              ]}
              rows={balances.map(({ id, userId, available, owed, overdraft, status }) => ({
                key: id,
                cells: [
                  <Link key="who" to="/subscribers/$subscriberId" params={{ subscriberId: userId }}>
                    <code>{userId}</code>
                  </Link>,
                  amountText(available),
                  amountText(owed),
                  amountText(overdraft),
                  <State key="status" status={status} />,
                ],
              }))}
            />
            <More list={list} />
          </>
        )}
      </Answer>
    </Section>
  );
}

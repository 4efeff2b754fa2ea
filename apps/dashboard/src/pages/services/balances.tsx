import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { amountText, type DataColumn, Section, Stat, Stats, shortened } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import type { Balance } from "../../api/records.ts";
import { Answer } from "../../ui/answer.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";
import { State } from "../../ui/state.tsx";

/** The prepaid balances of a service, and their sums: what the seller owes, and what is owed to the seller. */
export function Balances({ serviceId }: { serviceId: string }) {
  const totals = useQuery(trpc.balances.totals.queryOptions({ serviceId }));
  const list = useInfiniteQuery(
    trpc.balances.list.infiniteQueryOptions({ serviceId, limit: 25 }, { ...byCursor }),
  );
  if (list.data?.pages[0]?.balances.length === 0) return null;
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
      <RecordList
        of={list}
        rowsOf={(page) => page.balances}
        caption="Prepaid balances, newest first"
        columns={columns}
        keyOf={({ id }) => id}
        empty={null}
      />
    </Section>
  );
}

const columns: readonly DataColumn<Balance>[] = [
  {
    label: "Subscriber",
    cell: ({ userId }) => (
      <Link
        to="/subscribers/$subscriberId"
        params={{ subscriberId: userId }}
        search={{ tab: "balances" }}
      >
        <code>{shortened(userId)}</code>
      </Link>
    ),
  },
  {
    label: "Available",
    cell: ({ available }) => amountText(available),
    sortBy: ({ available }) => available,
    isFigure: true,
  },
  {
    label: "Owed",
    cell: ({ owed }) => amountText(owed),
    sortBy: ({ owed }) => owed,
    isFigure: true,
    isWide: true,
  },
  {
    label: "Overdraft",
    cell: ({ overdraft }) => amountText(overdraft),
    isFigure: true,
    isWide: true,
  },
  { label: "Status", cell: ({ status }) => <State status={status} /> },
];

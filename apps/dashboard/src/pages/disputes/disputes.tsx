import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { amountText, type DataColumn, Empty, Section, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import { csvPath } from "../../api/csv.ts";
import type { Dispute } from "../../api/records.ts";
import { ListMenu } from "../../ui/list-menu.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";
import { State } from "../../ui/state.tsx";
import { StatusTabs, statusIn, useCounts } from "../../ui/status-tabs.tsx";
import { View } from "../../ui/view.tsx";
import { disputeWords } from "../../words/states.ts";

const route = getRouteApi("/frame/disputes");

/** All disputes, newest first. */
export function DisputeList() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/disputes" });
  const status = statusIn(disputeWords, search.status);
  const list = useInfiniteQuery(
    trpc.disputes.list.infiniteQueryOptions({ status, limit: 25 }, byCursor),
  );
  return (
    <View
      heading="Disputes"
      lead="Usage events that payers find wrong on their bills. Accept or decline each on its invoice."
      actions={<ListMenu what="disputes" path={csvPath("/disputes", { status })} />}
    >
      <Section heading="All disputes">
        <StatusTabs
          of={disputeWords}
          value={status}
          counts={useCounts("disputes")}
          onChange={(chosen) => void navigate({ search: { status: chosen } })}
        >
          <RecordList
            of={list}
            rowsOf={({ disputes }) => disputes}
            caption="Disputes, newest first"
            columns={columns}
            keyOf={({ id }) => id}
            empty={
              <Empty heading={status === undefined ? "No disputes" : "None has this status"}>
                <p>
                  A payer who has counted otherwise can dispute usage events on the invoice's page.
                </p>
              </Empty>
            }
          />
        </StatusTabs>
      </Section>
    </View>
  );
}

const columns: readonly DataColumn<Dispute>[] = [
  {
    label: "Reason",
    cell: ({ invoiceId, reason, createdAt }) => (
      <>
        <Link to="/invoices/$invoiceId" params={{ invoiceId }}>
          {reason}
        </Link>
        <span className="under">
          <Time at={createdAt} />
        </span>
      </>
    ),
    sortBy: ({ createdAt }) => createdAt,
  },
  { label: "Status", cell: ({ status }) => <State status={status} /> },
  {
    label: "Events",
    cell: ({ usageEvents }) => usageEvents.length,
    isFigure: true,
    isWide: true,
  },
  {
    label: "USDC",
    cell: ({ amount }) => (amount === null ? "—" : amountText(amount)),
    sortBy: ({ amount }) => amount ?? "0",
    isFigure: true,
  },
];

import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { amountText, Copyable, type DataColumn, Empty, Section, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import { csvPath } from "../../api/csv.ts";
import type { ListedSettlement } from "../../api/records.ts";
import { isUnderWay, pollWhile } from "../../api/under-way.ts";
import { ListMenu } from "../../ui/list-menu.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";
import { State } from "../../ui/state.tsx";
import { StatusTabs, statusIn, useCounts } from "../../ui/status-tabs.tsx";
import { View } from "../../ui/view.tsx";
import { settlementWords } from "../../words/states.ts";

const route = getRouteApi("/frame/settlements");

/** All payments, newest first. */
export function Settlements() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/settlements" });
  const status = statusIn(settlementWords, search.status);
  const list = useInfiniteQuery(
    trpc.settlements.list.infiniteQueryOptions(
      { status, limit: 25 },
      {
        ...byCursor,
        refetchInterval: pollWhile(({ pages }) =>
          pages.some(({ settlements }) => settlements.some(isUnderWay)),
        ),
      },
    ),
  );
  return (
    <View
      heading="Settlements"
      lead="Payments of invoices, recorded on the chain. An invoice has one for each attempt."
      actions={<ListMenu what="settlements" path={csvPath("/settlements", { status })} />}
    >
      <Section heading="All settlements">
        <StatusTabs
          of={settlementWords}
          value={status}
          counts={useCounts("settlements")}
          onChange={(chosen) => void navigate({ search: { status: chosen } })}
        >
          <RecordList
            of={list}
            rowsOf={({ settlements }) => settlements}
            caption="Settlements, newest first"
            columns={columns}
            keyOf={({ id }) => id}
            empty={
              <Empty heading={status === undefined ? "No settlements yet" : "None has this status"}>
                <p>
                  A settlement begins when a subscriber pays an invoice. Send the link of an open{" "}
                  <Link to="/invoices">invoice</Link>.
                </p>
              </Empty>
            }
          />
        </StatusTabs>
      </Section>
    </View>
  );
}

const columns: readonly DataColumn<ListedSettlement>[] = [
  {
    label: "Payment",
    cell: ({ invoiceId, service, createdAt }) => (
      <>
        <Link to="/invoices/$invoiceId" params={{ invoiceId }}>
          {service.name}
        </Link>
        <span className="under">
          <Time at={createdAt} />
        </span>
      </>
    ),
    sortBy: ({ createdAt }) => createdAt,
  },
  { label: "Payer", cell: ({ payer }) => payer.email, sortBy: ({ payer }) => payer.email },
  {
    label: "Status",
    cell: ({ status }) => <State status={status} />,
    sortBy: ({ status }) => status,
  },
  {
    label: "Transaction",
    cell: ({ transactionHash }) =>
      transactionHash === null ? (
        "—"
      ) : (
        <Copyable what="transaction's hash" text={transactionHash} />
      ),
    isWide: true,
  },
  {
    label: "USDC",
    cell: ({ amount }) => amountText(amount),
    sortBy: ({ amount }) => amount,
    isFigure: true,
  },
];

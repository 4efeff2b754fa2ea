import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { amountText, Empty, Section, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import { csvPath } from "../../api/csv.ts";
import type { Dispute } from "../../api/records.ts";
import { Answer } from "../../ui/answer.tsx";
import { CsvButton } from "../../ui/csv-button.tsx";
import { More } from "../../ui/more.tsx";
import { Records } from "../../ui/records.tsx";
import { State } from "../../ui/state.tsx";
import { StatusSelect, statusIn } from "../../ui/status-select.tsx";
import { View } from "../../ui/view.tsx";
import { disputeWords } from "../../words/states.ts";

const route = getRouteApi("/frame/disputes");

/** All disputes, newest first. */
export function DisputeList() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/disputes" });
  const status = statusIn(disputeWords, search.status);
  const list = useInfiniteQuery(
    trpc.disputes.list.infiniteQueryOptions(
      { status, limit: 25 },
      { getNextPageParam: ({ nextCursor }) => nextCursor, refetchInterval: 15_000 },
    ),
  );
  return (
    <View
      heading="Disputes"
      lead="Usage events that payers find wrong on their bills. Accept or decline each on its invoice."
      actions={<CsvButton path={csvPath("/disputes", { status })} fileName="disputes.csv" />}
    >
      <Section heading="All disputes">
        <div className="fields">
          <StatusSelect
            of={disputeWords}
            value={status}
            onChange={(value) => void navigate({ search: { status: value || undefined } })}
          />
        </div>
        <Answer of={list}>
          {({ pages }) => {
            const disputes = pages.flatMap((page) => page.disputes);
            if (disputes.length === 0) {
              return (
                <Empty heading={status === undefined ? "No disputes" : "None has this status"}>
                  <p>
                    A payer who has counted otherwise can dispute usage events on the invoice's
                    page.
                  </p>
                </Empty>
              );
            }
            return (
              <>
                <DisputeTable disputes={disputes} />
                <More list={list} />
              </>
            );
          }}
        </Answer>
      </Section>
    </View>
  );
}

const DisputeTable = ({ disputes }: { disputes: readonly Dispute[] }) => (
  <Records
    caption="Disputes, newest first"
    columns={[
      { label: "Reason" },
      { label: "Status" },
      { label: "Events", isFigure: true },
      { label: "USDC", isFigure: true },
    ]}
    rows={disputes.map(({ id, invoiceId, reason, status, amount, createdAt, usageEvents }) => ({
      key: id,
      cells: [
        <span key="reason">
          <Link to="/invoices/$invoiceId" params={{ invoiceId }}>
            {reason}
          </Link>
          <span className="under">
            <Time at={createdAt} />
          </span>
        </span>,
        <State key="state" status={status} />,
        String(usageEvents.length),
        amount === null ? "—" : amountText(amount),
      ],
    }))}
  />
);

import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { amountText, Copyable, Empty, Section, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import { csvPath } from "../../api/csv.ts";
import { Answer } from "../../ui/answer.tsx";
import { CsvButton } from "../../ui/csv-button.tsx";
import { More } from "../../ui/more.tsx";
import { Records } from "../../ui/records.tsx";
import { State } from "../../ui/state.tsx";
import { StatusSelect, statusIn } from "../../ui/status-select.tsx";
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
      { getNextPageParam: ({ nextCursor }) => nextCursor, refetchInterval: 10_000 },
    ),
  );
  return (
    <View
      heading="Settlements"
      lead="Payments of invoices, recorded on the chain. An invoice has one for each attempt."
      actions={<CsvButton path={csvPath("/settlements", { status })} fileName="settlements.csv" />}
    >
      <Section heading="All settlements">
        <div className="fields">
          <StatusSelect
            of={settlementWords}
            value={status}
            onChange={(value) => void navigate({ search: { status: value || undefined } })}
          />
        </div>
        <Answer of={list}>
          {({ pages }) => {
            const settlements = pages.flatMap((page) => page.settlements);
            if (settlements.length === 0) {
              return (
                <Empty
                  heading={status === undefined ? "No settlements yet" : "None has this status"}
                >
                  <p>
                    A settlement begins when a subscriber pays an invoice. Send the link of an open{" "}
                    <Link to="/invoices">invoice</Link>.
                  </p>
                </Empty>
              );
            }
            return (
              <>
                <Records
                  caption="Settlements, newest first"
                  columns={[
                    { label: "Payment" },
                    { label: "Payer" },
                    { label: "Status" },
                    { label: "Transaction" },
                    { label: "USDC", isFigure: true },
                  ]}
                  rows={settlements.map((one) => ({
                    key: one.id,
                    cells: [
                      <span key="name">
                        <Link to="/invoices/$invoiceId" params={{ invoiceId: one.invoiceId }}>
                          {one.service.name}
                        </Link>
                        <span className="under">
                          <Time at={one.createdAt} />
                        </span>
                      </span>,
                      one.payer.email,
                      <State key="state" status={one.status} />,
                      one.transactionHash === null ? (
                        "—"
                      ) : (
                        <Copyable key="hash" what="transaction's hash" text={one.transactionHash} />
                      ),
                      amountText(one.amount),
                    ],
                  }))}
                />
                <More list={list} />
              </>
            );
          }}
        </Answer>
      </Section>
    </View>
  );
}

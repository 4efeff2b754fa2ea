import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { amountText, CodeBlock, Empty, Section, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import { csvPath } from "../../api/csv.ts";
import type { ListedInvoice } from "../../api/records.ts";
import { Answer } from "../../ui/answer.tsx";
import { CsvButton } from "../../ui/csv-button.tsx";
import { More } from "../../ui/more.tsx";
import { Records } from "../../ui/records.tsx";
import { ServiceSelect } from "../../ui/service-select.tsx";
import { State } from "../../ui/state.tsx";
import { StatusSelect, statusIn } from "../../ui/status-select.tsx";
import { View } from "../../ui/view.tsx";
import { callOf } from "../../words/calls.ts";
import { invoiceWords, shownStatus } from "../../words/states.ts";

const route = getRouteApi("/frame/invoices");

/** All invoices, newest first, by status and service. */
export function Invoices() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/invoices" });
  const { serviceId, subscriptionId } = search;
  const status = statusIn(invoiceWords, search.status);
  const filters = { status, serviceId, subscriptionId };
  const list = useInfiniteQuery(
    trpc.invoices.list.infiniteQueryOptions(
      { ...filters, limit: 25 },
      { getNextPageParam: ({ nextCursor }) => nextCursor, refetchInterval: 15_000 },
    ),
  );
  const set = (name: keyof typeof search) => (value: string) =>
    void navigate({ search: (before) => ({ ...before, [name]: value || undefined }) });
  return (
    <View
      heading="Invoices"
      lead="Amounts due from subscribers. An invoice is paid once its settlement is confirmed on the chain."
      actions={<CsvButton path={csvPath("/invoices", filters)} fileName="invoices.csv" />}
    >
      <Section heading="All invoices">
        <div className="fields">
          <StatusSelect of={invoiceWords} value={status} onChange={set("status")} />
          <ServiceSelect value={serviceId} onChange={set("serviceId")} />
        </div>
        <Answer of={list}>
          {({ pages }) => {
            const invoices = pages.flatMap((page) => page.invoices);
            const isFiltered = Object.values(filters).some((value) => value !== undefined);
            return invoices.length === 0 ? (
              <NoInvoices isFiltered={isFiltered} />
            ) : (
              <>
                <InvoiceTable invoices={invoices} />
                <More list={list} />
              </>
            );
          }}
        </Answer>
      </Section>
    </View>
  );
}

/** Invoices, each with the way to its own view. */
export const InvoiceTable = ({ invoices }: { invoices: readonly ListedInvoice[] }) => (
  <Records
    caption="Invoices, newest first"
    columns={[
      { label: "Invoice" },
      { label: "Subscriber" },
      { label: "Status" },
      { label: "Due" },
      { label: "USDC", isFigure: true },
    ]}
    rows={invoices.map(({ id, service, paymentPlan, user, status, ...invoice }) => ({
      key: id,
      cells: [
        <span key="name">
          <Link to="/invoices/$invoiceId" params={{ invoiceId: id }}>
            {service.name} · {paymentPlan.name}
          </Link>
          <span className="under">
            <Time at={invoice.createdAt} />
          </span>
        </span>,
        user.email,
        <State key="state" status={shownStatus({ status, amountDue: invoice.amountDue })} />,
        invoice.dueAt === null ? "—" : <Time key="due" at={invoice.dueAt} isDate />,
        <span key="amount">
          {amountText(invoice.amountDue)}
          {invoice.amountDue !== invoice.amount && (
            <span className="under">of {amountText(invoice.amount)}</span>
          )}
        </span>,
      ],
    }))}
  />
);

const newInvoice =
  '{ "subscriptionId": "…", "serviceId": "…", "paymentPlanId": "…", "userId": "…", "amount": "12.50", "status": "OPEN" }';

const NoInvoices = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty heading="No invoice matches">
      <p>Choose another status or service.</p>
    </Empty>
  ) : (
    <Empty heading="No invoices yet">
      <p>
        An invoice bills a subscription. <code>usance biller</code> creates invoices from usage. You
        can also create one with this call:
      </p>
      <CodeBlock what="call" text={callOf("/invoices", newInvoice)} />
    </Empty>
  );

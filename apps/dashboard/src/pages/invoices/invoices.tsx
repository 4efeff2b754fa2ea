import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { amountText, CodeBlock, type DataColumn, Empty, Section, Time } from "@usance/ui";
import { trpc } from "../../api/client.ts";
import { csvPath } from "../../api/csv.ts";
import type { ListedInvoice } from "../../api/records.ts";
import { ListMenu } from "../../ui/list-menu.tsx";
import { byCursor, RecordList } from "../../ui/record-list.tsx";
import { ServiceSelect } from "../../ui/service-select.tsx";
import { State } from "../../ui/state.tsx";
import { StatusTabs, statusIn, useCounts } from "../../ui/status-tabs.tsx";
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
    trpc.invoices.list.infiniteQueryOptions({ ...filters, limit: 25 }, byCursor),
  );
  const counts = useCounts("invoices", (serviceId ?? subscriptionId) !== undefined);
  const set = (name: keyof typeof search) => (value: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, [name]: value || undefined }) });
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <View
      heading="Invoices"
      lead="Amounts due from subscribers. An invoice is paid once its settlement is confirmed on the chain."
      actions={<ListMenu what="invoices" path={csvPath("/invoices", filters)} />}
    >
      <Section heading="All invoices">
        <StatusTabs of={invoiceWords} value={status} counts={counts} onChange={set("status")}>
          <div className="fields">
            <ServiceSelect value={serviceId} onChange={set("serviceId")} />
          </div>
          <RecordList
            of={list}
            rowsOf={({ invoices }) => invoices}
            caption="Invoices, newest first"
            columns={invoiceColumns}
            keyOf={({ id }) => id}
            empty={<NoInvoices isFiltered={isFiltered} />}
          />
        </StatusTabs>
      </Section>
    </View>
  );
}

/** What is shown of an invoice in a list, with the way to its own view. */
export const invoiceColumns: readonly DataColumn<ListedInvoice>[] = [
  {
    label: "Invoice",
    cell: ({ id, service, paymentPlan, createdAt }) => (
      <>
        <Link to="/invoices/$invoiceId" params={{ invoiceId: id }}>
          {service.name} · {paymentPlan.name}
        </Link>
        <span className="under">
          <Time at={createdAt} />
        </span>
      </>
    ),
    sortBy: ({ createdAt }) => createdAt,
  },
  { label: "Subscriber", cell: ({ user }) => user.email, sortBy: ({ user }) => user.email },
  {
    label: "Status",
    cell: (invoice) => <State status={shownStatus(invoice)} />,
    sortBy: ({ status }) => status,
  },
  {
    label: "Due",
    cell: ({ dueAt }) => (dueAt === null ? "—" : <Time at={dueAt} isDate />),
    sortBy: ({ dueAt }) => dueAt ?? "",
    isWide: true,
  },
  {
    label: "USDC",
    cell: ({ amount, amountDue }) => (
      <>
        {amountText(amountDue)}
        {amountDue !== amount && <span className="under">of {amountText(amount)}</span>}
      </>
    ),
    sortBy: ({ amountDue }) => amountDue,
    isFigure: true,
  },
];

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

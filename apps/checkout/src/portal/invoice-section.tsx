import {
  Amount,
  amountText,
  Badge,
  type DataColumn,
  DataTable,
  dateText,
  isZero,
  Time,
  webAddress,
} from "@usance/ui";
import { useCallback, useId } from "react";
import type { Invoice, PortalApi } from "../api/portal-api.ts";
import { PagedList } from "./paged-list.tsx";
import { useComeBack } from "./use-come-back.ts";
import { usePages } from "./use-pages.ts";

/** The subscriber's invoices, each with the way to its page. */
export function InvoiceSection({ api }: { api: PortalApi }) {
  const pages = usePages(
    useCallback(
      async (cursor: string | null, signal: AbortSignal) => {
        const { invoices, nextCursor } = await api.invoices(
          cursor === null ? {} : { cursor },
          signal,
        );
        return { items: invoices, nextCursor };
      },
      [api],
    ),
  );
  useComeBack(pages.again);
  const headingId = useId();
  return (
    <section className="subscription" aria-labelledby={headingId}>
      <h2 id={headingId}>Invoices and receipts</h2>
      <PagedList pages={pages} words={listWords}>
        {(invoices) => (
          <DataTable
            caption="Your invoices, newest first"
            columns={columns}
            rows={invoices}
            keyOf={({ id }) => id}
          />
        )}
      </PagedList>
    </section>
  );
}

const listWords = {
  reading: "Reading your invoices…",
  failed: "Your invoices cannot be shown at the moment.",
  empty: "There are no invoices yet.",
  more: "Show more invoices",
};

const words: Readonly<Record<Invoice["status"], readonly [string, string | null]>> = {
  DRAFT: ["Not due yet", null],
  OPEN: ["Due", "Pay"],
  PAID: ["Paid", "Receipt"],
  EXPIRED: ["Expired", "View"],
  VOID: ["Cancelled", "View"],
};

const InvoiceLink = ({ invoice }: { invoice: Invoice }) => {
  const isDue = invoice.status === "OPEN" && !isZero(invoice.amountDue);
  const [state, action] =
    invoice.status === "OPEN" && !isDue ? ["Nothing due", "View"] : words[invoice.status];
  const url = webAddress(invoice.url);
  return (
    <span className="invoice-state">
      <Badge kind={isDue ? "late" : invoice.status === "PAID" ? "good" : "off"}>{state}</Badge>
      {url !== null && action !== null && (
        <a href={url.href}>
          {action}
          <span className="unseen">
            {" "}
            the invoice of {dateText(invoice.createdAt)},{" "}
            {amountText(isDue ? invoice.amountDue : invoice.amount)} USDC
          </span>
        </a>
      )}
    </span>
  );
};

const columns: readonly DataColumn<Invoice>[] = [
  {
    label: "Invoice",
    cell: ({ service, paymentPlan, createdAt }) => (
      <>
        <bdi>{service.name}</bdi> · <bdi>{paymentPlan.name}</bdi>
        <span className="under">
          <Time at={createdAt} isDate />
        </span>
      </>
    ),
  },
  {
    label: "USDC",
    cell: ({ amount, credited, paidFromBalance }) => (
      <>
        <Amount of={amount} />
        {!isZero(credited) && <span className="under">−{amountText(credited)} credited</span>}
        {!isZero(paidFromBalance) && (
          <span className="under">{amountText(paidFromBalance)} from your balance</span>
        )}
      </>
    ),
    isFigure: true,
  },
  { label: "Status", cell: (invoice) => <InvoiceLink invoice={invoice} /> },
];

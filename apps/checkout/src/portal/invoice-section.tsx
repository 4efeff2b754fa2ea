import { amountText, Badge, dateText, isZero, Table, Time, webAddress } from "@usance/ui";
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
        {(invoices) => <InvoiceTable invoices={invoices} />}
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

const InvoiceTable = ({ invoices }: { invoices: readonly Invoice[] }) => (
  <Table
    caption="Your invoices, newest first"
    columns={[
      { label: "Invoice", width: "44%" },
      { label: "USDC", width: "28%" },
      { label: "Status", width: "28%" },
    ]}
    rows={invoices.map((invoice) => ({
      key: invoice.id,
      cells: [
        <InvoiceName key="name" invoice={invoice} />,
        <InvoiceAmount key="amount" invoice={invoice} />,
        <InvoiceLink key="link" invoice={invoice} />,
      ],
    }))}
  />
);

const InvoiceName = ({ invoice: { service, paymentPlan, createdAt } }: { invoice: Invoice }) => (
  <span className="invoice-name">
    <span>
      <bdi>{service.name}</bdi> · <bdi>{paymentPlan.name}</bdi>
    </span>
    <span className="aside">
      <Time at={createdAt} isDate />
    </span>
  </span>
);

/** The amount of an invoice, and what has lowered it. */
const InvoiceAmount = ({ invoice: { amount, credited, paidFromBalance } }: { invoice: Invoice }) =>
  isZero(credited) && isZero(paidFromBalance) ? (
    amountText(amount)
  ) : (
    <span className="invoice-name">
      <span>{amountText(amount)}</span>
      {!isZero(credited) && <span className="aside">−{amountText(credited)} credited</span>}
      {!isZero(paidFromBalance) && (
        <span className="aside">{amountText(paidFromBalance)} from your balance</span>
      )}
    </span>
  );

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
    <span className="invoice-name">
      <span>
        <Badge kind={isDue ? "late" : invoice.status === "PAID" ? "good" : "off"}>{state}</Badge>
      </span>
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

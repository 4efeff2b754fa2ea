import {
  Aside,
  amountText,
  Button,
  dateText,
  isZero,
  Note,
  Table,
  Time,
  webAddress,
} from "@usance/ui";
import { useCallback, useEffect, useId } from "react";
import type { Invoice, PortalApi } from "../api/portal-api.ts";
import { useAction } from "./use-action.ts";
import { useAnswer } from "./use-answer.ts";

/** The subscriber's invoices, each with the way to its page. */
export function InvoiceSection({ api }: { api: PortalApi }) {
  const { answer, again, set } = useAnswer(
    useCallback((signal) => api.invoices(null, signal), [api]),
  );
  useEffect(() => {
    // The way back from the page of an invoice, which may be paid now.
    const cameBack = ({ persisted }: PageTransitionEvent) => persisted && again();
    addEventListener("pageshow", cameBack);
    return () => removeEventListener("pageshow", cameBack);
  }, [again]);
  const more = useAction();
  const headingId = useId();
  return (
    <section className="subscription" aria-labelledby={headingId}>
      <h2 id={headingId}>Invoices and receipts</h2>
      {answer.state === "reading" && <Aside>Reading your invoices…</Aside>}
      {answer.state === "failed" && (
        <>
          <Note>Your invoices cannot be shown at the moment.</Note>
          <Button kind="quiet" onClick={again}>
            Try again
          </Button>
        </>
      )}
      {answer.state === "read" && answer.value.invoices.length === 0 && (
        <Aside>There are no invoices yet.</Aside>
      )}
      {answer.state === "read" && answer.value.invoices.length > 0 && (
        <InvoiceTable invoices={answer.value.invoices} />
      )}
      {answer.state === "read" && answer.value.nextCursor !== null && (
        <Button
          kind="quiet"
          isBusy={more.isBusy}
          onClick={() =>
            more.run(async (signal) => {
              const { invoices, nextCursor } = answer.value;
              const next = await api.invoices(nextCursor, signal);
              set({ ...next, invoices: [...invoices, ...next.invoices] });
            })
          }
        >
          Show more invoices
        </Button>
      )}
    </section>
  );
}

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

/** What an invoice bills, and what is credited of it. */
const InvoiceAmount = ({ invoice: { amount, credited } }: { invoice: Invoice }) =>
  isZero(credited) ? (
    amountText(amount)
  ) : (
    <span className="invoice-name">
      <span>{amountText(amount)}</span>
      <span className="aside">−{amountText(credited)} credited</span>
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
  const [state, action] = words[invoice.status];
  const url = webAddress(invoice.url);
  return (
    <span className="invoice-name">
      <span className={invoice.status === "OPEN" ? "state state-due" : "state"}>{state}</span>
      {url !== null && action !== null && (
        <a href={url.href}>
          {action}
          <span className="unseen">
            {" "}
            the invoice of {dateText(invoice.createdAt)}, {amountText(invoice.amountDue)} USDC
          </span>
        </a>
      )}
    </span>
  );
};

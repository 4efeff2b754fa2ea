import type { Invoice } from "../api/invoice-api.ts";
import type { Payable } from "../api/payable.ts";
import { amountText } from "../money.ts";
import { dueWords, PaidTo, Seller, timeText } from "./summary.tsx";

interface InvoiceSummaryProps {
  readonly payable: Payable;
  readonly invoice: Invoice;
}

/** Who bills whom for what: the same in every state. */
export function InvoiceSummary({ payable, invoice }: InvoiceSummaryProps) {
  const { seller, service, paymentPlan, chain, status } = payable;
  const { billedTo, createdAt, dueAt, amount } = invoice;
  return (
    <section className="summary" aria-label="What you pay for">
      <Seller seller={seller} service={service} />
      <h1 className="plan-name">Invoice · {paymentPlan.name}</h1>
      <p className="price">
        <span className="price-amount">{amountText(amount)}</span>{" "}
        <span className="price-unit">USDC</span>
      </p>
      {paymentPlan.description !== null && <p className="description">{paymentPlan.description}</p>}
      <dl className="terms">
        <div className="due">
          <dt>{dueWords[status]}</dt>
          <dd>{amountText(amount)} USDC</dd>
        </div>
        <div>
          <dt>Billed to</dt>
          <dd className="as-it-is">
            {billedTo.name === null ? billedTo.email : `${billedTo.name}, ${billedTo.email}`}
          </dd>
        </div>
        <div>
          <dt>Issued</dt>
          <dd>
            <time dateTime={createdAt}>{timeText(createdAt)}</time>
          </dd>
        </div>
        {dueAt !== null && (
          <div>
            <dt>Due until</dt>
            <dd>
              <time dateTime={dueAt}>{timeText(dueAt)}</time>
            </dd>
          </div>
        )}
        {chain !== null && status === "PENDING" && <PaidTo chain={chain} />}
      </dl>
    </section>
  );
}

import { amountText, isZero, LegalLinks, Seller, Side, Term, Terms, Time } from "@usance/ui";
import type { Invoice } from "../api/invoice-api.ts";
import type { Payable } from "../api/payable.ts";
import { InvoiceLines } from "./invoice-lines.tsx";
import { InvoiceUsageSection, type UsageRead } from "./invoice-usage.tsx";
import { dueName, PaidTo } from "./summary.tsx";

interface InvoiceSummaryProps {
  readonly payable: Payable;
  readonly invoice: Invoice;
  readonly usage: UsageRead;
}

/** Who bills whom for what: the same in every state. */
export function InvoiceSummary({ payable, invoice, usage }: InvoiceSummaryProps) {
  const { seller, service, paymentPlan, chain, status } = payable;
  const { billedTo, createdAt, dueAt, amount, lines, usageEventCount } = invoice;
  return (
    <Side label="What is billed">
      <Seller seller={seller} service={service} logo={service.branding?.logo ?? null} />
      <h1 className="plan-name">Invoice · {paymentPlan.name}</h1>
      <p className="price">
        <span className="price-amount">{amountText(amount)}</span>{" "}
        <span className="price-unit">USDC</span>
      </p>
      {paymentPlan.description !== null && <p className="description">{paymentPlan.description}</p>}
      {lines.length > 0 && <InvoiceLines lines={lines} />}
      {usageEventCount > 0 && <InvoiceUsageSection usage={usage} />}
      <Terms>
        <Term name={dueName(status, amount)} isStrong>
          {amountText(amount)} USDC
        </Term>
        <Term name="Billed to">
          {billedTo.name === null ? billedTo.email : `${billedTo.name}, ${billedTo.email}`}
        </Term>
        {usageEventCount > 0 && <Term name="Usage events">{eventsText(usageEventCount)}</Term>}
        <Term name="Issued">
          <Time at={createdAt} />
        </Term>
        {dueAt !== null && (
          <Term name="Due until">
            <Time at={dueAt} />
          </Term>
        )}
        {chain !== null && status === "PENDING" && !isZero(amount) && <PaidTo chain={chain} />}
      </Terms>
      {service.branding !== null && <LegalLinks {...service.branding} />}
    </Side>
  );
}

/** The service counts no further. */
const maxCounted = 10_000;

const eventsText = (count: number) =>
  `${new Intl.NumberFormat("en").format(count)}${count === maxCounted ? " or more" : ""}`;

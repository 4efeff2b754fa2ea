import {
  Amount,
  amountText,
  CreditTerms,
  isZero,
  LegalLinks,
  LongText,
  Price,
  Seller,
  Side,
  Term,
  Terms,
  Time,
} from "@usance/ui";
import type { Invoice } from "../api/answers.ts";
import type { BilledApi } from "../api/billed-api.ts";
import type { Payable } from "../api/payable.ts";
import { Disputes } from "./disputes.tsx";
import { amountsOf, type InvoiceAmounts } from "./invoice-amounts.ts";
import { InvoiceLines } from "./invoice-lines.tsx";
import { lazyPart } from "./lazy-part.tsx";
import { PaidTo } from "./summary.tsx";
import { useInvoiceUsage } from "./use-invoice-usage.ts";

const InvoiceUsageSection = lazyPart("The usage", () => import("./invoice-usage.tsx"));

interface InvoiceSummaryProps {
  readonly payable: Payable;
  readonly billed: BilledApi;
}

/** What is due or was paid, and for what: the same in every state. */
export function InvoiceSummary({ payable, billed }: InvoiceSummaryProps) {
  const { invoice } = payable;
  const hasUsage = (invoice?.usageEventCount ?? 0) > 0;
  const usage = useInvoiceUsage(billed, payable.id, hasUsage);
  if (invoice === null) return null;
  const { seller, service, paymentPlan, status } = payable;
  const { amount, creditsBalance, lines } = invoice;
  const amounts = amountsOf(payable, invoice);
  return (
    <Side label="What is billed">
      <Seller seller={seller} service={service} logo={service.branding?.logo ?? null} />
      <h1 className="plan-name">
        {status === "PAID" ? "Receipt" : "Invoice"} · <bdi>{paymentPlan.name}</bdi>
      </h1>
      <Price of={amounts.total} unit={unitOf(payable)} />
      {paymentPlan.description !== null && <LongText text={paymentPlan.description} />}
      {creditsBalance && (
        <p className="description">
          {status === "PAID" ? "The payment has added" : "The payment adds"} <Amount of={amount} />{" "}
          USDC to the prepaid balance with <bdi>{service.name}</bdi>.
        </p>
      )}
      {lines.length > 0 && <InvoiceLines lines={lines} />}
      <Terms>
        <Sum amounts={amounts} creditNotes={invoice.creditNotes} />
      </Terms>
      {hasUsage && <InvoiceUsageSection usage={usage} />}
      <InvoiceFacts payable={payable} invoice={invoice} />
      <Disputes disputes={invoice.disputes} />
      {service.branding !== null && <LegalLinks {...service.branding} />}
    </Side>
  );
}

const units: Readonly<Record<Payable["status"], string>> = {
  PENDING: "USDC due",
  PAID: "USDC paid",
  DRAFT: "USDC, not due yet",
  EXPIRED: "USDC, expired",
  CANCELLED: "USDC, cancelled",
};

const unitOf = ({ status, amountDue }: Payable) =>
  status === "PENDING" && isZero(amountDue) ? "USDC: nothing is due" : units[status];

type CreditNotes = Invoice["creditNotes"];

interface SumProps {
  readonly amounts: InvoiceAmounts;
  readonly creditNotes: CreditNotes;
}

/** From what is billed to what is paid, and what was given back after that. */
function Sum({ amounts, creditNotes }: SumProps) {
  const { subtotal, credited, fromBalance, total, totalName } = amounts;
  const isLess = !isZero(credited) || !isZero(fromBalance);
  const [applied, later] = [true, false].map((isBefore) =>
    creditNotes.filter(({ status }) => (status === "APPLIED") === isBefore),
  ) as [CreditNotes, CreditNotes];
  return (
    <>
      {isLess && (
        <Term name="Subtotal">
          <Amount of={subtotal} /> USDC
        </Term>
      )}
      {!isZero(credited) && (
        <Term name="Credit">
          −{amountText(credited)} USDC
          {applied.map(({ reason, createdAt }) => (
            <span key={createdAt} className="credit-reason">
              {reason}
            </span>
          ))}
        </Term>
      )}
      {!isZero(fromBalance) && (
        <Term name="From your balance">−{amountText(fromBalance)} USDC</Term>
      )}
      <Term name={totalName} isStrong>
        <Amount of={total} /> USDC
      </Term>
      <CreditTerms creditNotes={later} />
    </>
  );
}

interface InvoiceFactsProps {
  readonly payable: Payable;
  readonly invoice: Invoice;
}

/** Who is billed, for when, and until when. */
const InvoiceFacts = ({
  payable,
  invoice: { billedTo, createdAt, dueAt, usageEventCount, periodStart, periodEnd },
}: InvoiceFactsProps) => (
  <Terms>
    <Term name="Billed to">
      {billedTo.name !== null && (
        <>
          <bdi>{billedTo.name}</bdi>,{" "}
        </>
      )}
      {billedTo.email}
    </Term>
    {periodStart !== null && periodEnd !== null && (
      <Term name="Period">
        <Time at={periodStart} isDate /> to <Time at={periodEnd} isDate />
      </Term>
    )}
    {usageEventCount > 0 && <Term name="Usage events">{eventsText(usageEventCount)}</Term>}
    <Term name="Issued">
      <Time at={createdAt} />
    </Term>
    {dueAt !== null && (
      <Term name="Due by">
        <Time at={dueAt} />
      </Term>
    )}
    {payable.status === "PENDING" && !isZero(payable.amountDue) && <PaidTo payable={payable} />}
  </Terms>
);

/** The service counts no further. */
const maxCounted = 10_000;

const eventsText = (count: number) =>
  `${new Intl.NumberFormat("en").format(count)}${count === maxCounted ? " or more" : ""}`;

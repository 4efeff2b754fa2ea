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
import type { Payable } from "../api/payable.ts";
import { Disputes } from "./disputes.tsx";
import { InvoiceLines } from "./invoice-lines.tsx";
import { lazyPart } from "./lazy-part.tsx";
import { dueName, PaidTo } from "./summary.tsx";
import type { UsageRead } from "./use-invoice-usage.ts";

const InvoiceUsageSection = lazyPart("The usage", () => import("./invoice-usage.tsx"));

interface InvoiceSummaryProps {
  readonly payable: Payable;
  readonly invoice: Invoice;
  readonly usage: UsageRead;
}

/** The seller, the payer and the service of an invoice. It is the same in every state. */
export function InvoiceSummary({ payable, invoice, usage }: InvoiceSummaryProps) {
  const { seller, service, paymentPlan, status } = payable;
  const { billedTo, createdAt, dueAt, amount, amountDue, lines, creditsBalance } = invoice;
  const { usageEventCount, periodStart, periodEnd, paidFromBalance } = invoice;
  const isPrepaid = isZero(amountDue) && !isZero(paidFromBalance);
  return (
    <Side label="What is billed">
      <Seller seller={seller} service={service} logo={service.branding?.logo ?? null} />
      <h1 className="plan-name">
        Invoice · <bdi>{paymentPlan.name}</bdi>
      </h1>
      <Price of={amount} unit="USDC" />
      {paymentPlan.description !== null && <LongText text={paymentPlan.description} />}
      {creditsBalance && (
        <p className="description">
          {status === "PAID" ? "The payment has added" : "The payment adds"} <Amount of={amount} />{" "}
          USDC to the prepaid balance with <bdi>{service.name}</bdi>.
        </p>
      )}
      {lines.length > 0 && <InvoiceLines lines={lines} />}
      {usageEventCount > 0 && <InvoiceUsageSection usage={usage} />}
      <Terms>
        <CreditTerms creditNotes={invoice.creditNotes} />
        {isPrepaid ? (
          <Term name="Paid from the prepaid balance" isStrong>
            <Amount of={paidFromBalance} /> USDC
          </Term>
        ) : (
          <>
            {!isZero(paidFromBalance) && (
              <Term name="From the prepaid balance">−{amountText(paidFromBalance)} USDC</Term>
            )}
            <Term name={dueName(status, amountDue)} isStrong>
              <Amount of={amountDue} /> USDC
            </Term>
          </>
        )}
        <Term name="Billed to">
          {billedTo.name !== null && (
            <>
              <bdi>{billedTo.name}</bdi>,{" "}
            </>
          )}
          {billedTo.email}
        </Term>
        {usageEventCount > 0 && <Term name="Usage events">{eventsText(usageEventCount)}</Term>}
        {periodStart !== null && periodEnd !== null && (
          <Term name="Period">
            <Time at={periodStart} isDate /> to <Time at={periodEnd} isDate />
          </Term>
        )}
        <Term name="Issued">
          <Time at={createdAt} />
        </Term>
        {dueAt !== null && (
          <Term name="Due by">
            <Time at={dueAt} />
          </Term>
        )}
        {status === "PENDING" && !isZero(amountDue) && <PaidTo payable={payable} />}
      </Terms>
      <Disputes disputes={invoice.disputes} />
      {service.branding !== null && <LegalLinks {...service.branding} />}
    </Side>
  );
}

/** The service counts no further. */
const maxCounted = 10_000;

const eventsText = (count: number) =>
  `${new Intl.NumberFormat("en").format(count)}${count === maxCounted ? " or more" : ""}`;

import { amountText, ButtonLink, TextButton, Time, webAddress } from "@usance/ui";
import { useId, useState } from "react";
import type { Invoice } from "../api/portal-api.ts";
import type { Due } from "./due.ts";

interface DueBannerProps {
  readonly due: Due;
}

/** More would push the tabs off a phone. */
const maxAtFirst = 3;

/** What is due, before everything else, with the way to pay each invoice. Nothing if nothing is due. */
export function DueBanner({ due: { total, invoices, hasMore } }: DueBannerProps) {
  const headingId = useId();
  const [isFolded, setFolded] = useState(invoices.length > maxAtFirst);
  const [oldest, ...others] = invoices;
  if (oldest === undefined) return null;
  const shown = isFolded ? invoices.slice(0, maxAtFirst) : invoices;
  return (
    <section className="due" aria-labelledby={headingId}>
      <div className="due-head">
        <h2 id={headingId}>
          {hasMore && "More than "}
          {amountText(total)} USDC due
        </h2>
        {others.length > 0 && (
          <p className="aside">
            {hasMore ? "The newest" : "In"} {invoices.length} invoices, the oldest first.
          </p>
        )}
      </div>
      <ul className="due-list">
        {shown.map((invoice) => (
          <DueInvoice key={invoice.id} invoice={invoice} isFirst={invoice === oldest} />
        ))}
      </ul>
      {isFolded && (
        <div>
          <TextButton onClick={() => setFolded(false)}>Show all {invoices.length}</TextButton>
        </div>
      )}
    </section>
  );
}

function DueInvoice({
  invoice,
  isFirst,
}: {
  readonly invoice: Invoice;
  readonly isFirst: boolean;
}) {
  const { service, paymentPlan, createdAt, dueAt, amountDue } = invoice;
  const url = webAddress(invoice.url);
  return (
    <li className="due-invoice">
      <span>
        <bdi>{service.name}</bdi> · <bdi>{paymentPlan.name}</bdi>
        <span className="under">
          Issued <Time at={createdAt} isDate />
          {dueAt !== null && (
            <>
              , due by <Time at={dueAt} isDate />
            </>
          )}
        </span>
      </span>
      {url !== null && (
        <ButtonLink kind={isFirst ? "main" : "quiet"} isSmall href={url.href}>
          Pay {amountText(amountDue)} USDC
        </ButtonLink>
      )}
    </li>
  );
}

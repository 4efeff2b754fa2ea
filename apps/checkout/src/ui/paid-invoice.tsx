import { type Ref, useEffect, useState } from "react";
import type { Invoice } from "../api/invoice-api.ts";
import type { PaymentApi } from "../api/payable.ts";
import { amountText } from "../money.ts";
import type { OpenSession } from "../session/state.ts";
import { Copyable } from "./copyable.tsx";
import { Mark } from "./icons.tsx";
import { webAddress } from "./summary.tsx";

interface PaidInvoiceProps {
  readonly session: OpenSession;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly api: PaymentApi;
}

/** The receipt. */
export function PaidInvoice({ session, headingRef, api }: PaidInvoiceProps) {
  const { payable } = session;
  const receipt = useReceipt(payable.id, payable.invoice?.receipt ?? null, api);
  return (
    <div className="receipt">
      <div className="receipt-head">
        <Mark kind="good" />
        <h2 ref={headingRef} tabIndex={-1}>
          Paid
        </h2>
        <p className="aside">
          {amountText(payable.amountDue)} USDC were paid to {payable.service.name}. There is nothing
          left to do.
        </p>
      </div>
      {receipt !== null && <ReceiptFacts receipt={receipt} />}
      <button type="button" className="button button-quiet no-print" onClick={() => print()}>
        Print the receipt
      </button>
    </div>
  );
}

type Receipt = NonNullable<Invoice["receipt"]>;

function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { transactionHash, transactionUrl, payerAddress, merchantAddress, confirmedAt } = receipt;
  const explorer = webAddress(transactionUrl);
  return (
    <dl className="receipt-facts">
      <dt>Confirmed</dt>
      <dd>
        <time dateTime={confirmedAt}>{inFull(confirmedAt)}</time>
      </dd>
      <dt>From</dt>
      <dd>
        <code>{payerAddress}</code>
      </dd>
      <dt>To</dt>
      <dd>
        <code>{merchantAddress}</code>
      </dd>
      <dt>Transaction</dt>
      <dd>
        {explorer === null ? (
          <Copyable what="transaction hash" text={transactionHash} />
        ) : (
          <a href={explorer.href} rel="noreferrer noopener" target="_blank">
            <code>{transactionHash}</code>
          </a>
        )}
      </dd>
    </dl>
  );
}

/** The receipt of an invoice that was paid while the page was open is read once more. */
function useReceipt(id: string, known: Receipt | null, api: PaymentApi): Receipt | null {
  const [receipt, setReceipt] = useState(known);
  useEffect(() => {
    if (receipt !== null) return;
    const abort = new AbortController();
    api.view(id, abort.signal).then(
      ({ invoice }) => setReceipt(invoice?.receipt ?? null),
      () => undefined, // the receipt is there when the page is opened again
    );
    return () => abort.abort();
  }, [id, receipt, api]);
  return receipt;
}

/** @returns `January 31, 2026 at 12:00:00 PM UTC`, in the visitor's time zone */
const inFull = (time: string) =>
  new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "long" }).format(new Date(time));

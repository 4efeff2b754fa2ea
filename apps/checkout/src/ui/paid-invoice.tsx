import { Aside, amountText, Button, Fact, Facts, isZero, Mark, Time } from "@usance/ui";
import type { Ref } from "react";
import type { Invoice } from "../api/answers.ts";
import type { BilledApi } from "../api/billed-api.ts";
import { type PaymentApi, paidOf } from "../api/payable.ts";
import type { OpenSession } from "../session/state.ts";
import type { Wallet } from "../wallet/discovery.ts";
import { TransactionFact } from "./transaction-fact.tsx";
import { useViewedAgain } from "./use-viewed-again.ts";
import { Verification } from "./verification.ts";

interface PaidInvoiceProps {
  readonly session: OpenSession;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly api: PaymentApi;
  readonly billed: BilledApi;
  /** The wallets of this browser. */
  readonly wallets: readonly Wallet[];
}

/** The receipt. */
export function PaidInvoice({ session, headingRef, api, billed, wallets }: PaidInvoiceProps) {
  const { payable } = session;
  const prepaid = payable.invoice?.paidFromBalance ?? "0";
  const due = paidOf(payable).amount;
  const isPrepaid = isZero(due) && !isZero(prepaid);
  const receipt = useViewedAgain(payable.id, receiptIn(payable), api, receiptIn);
  return (
    <div className="receipt">
      <div className="receipt-head">
        <Mark kind="good" />
        <h2 ref={headingRef} tabIndex={-1}>
          Paid
        </h2>
        <Aside>
          {amountText(receipt?.amount ?? (isPrepaid ? prepaid : due))} USDC was paid to{" "}
          {payable.service.name}
          {isPrepaid && " from your prepaid balance"}. There is nothing left to do.
        </Aside>
      </div>
      {receipt !== null && <ReceiptFacts receipt={receipt} />}
      <Button kind="quiet" onClick={() => print()}>
        Print the receipt
      </Button>
      {payable.invoice !== null && (
        <Verification
          api={billed}
          linkToken={payable.id}
          shown={{ invoice: payable.invoice, receipt }}
          wallets={wallets}
          disputes={payable.invoice.disputes}
        />
      )}
    </div>
  );
}

type Receipt = NonNullable<Invoice["receipt"]>;

function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { transactionHash, transactionUrl, payerAddress, merchantAddress, confirmedAt } = receipt;
  return (
    <Facts>
      <Fact name="Confirmed">
        <Time at={confirmedAt} isFull />
      </Fact>
      <Fact name="From">
        <code>{payerAddress}</code>
      </Fact>
      <Fact name="To">
        <code>{merchantAddress}</code>
      </Fact>
      <TransactionFact transactionHash={transactionHash} transactionUrl={transactionUrl} />
    </Facts>
  );
}

const receiptIn = ({ invoice }: OpenSession["payable"]) => invoice?.receipt ?? null;

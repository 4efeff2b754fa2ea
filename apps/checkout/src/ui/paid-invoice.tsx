import { Aside, amountText, Button, Fact, Facts, isZero, Mark, Time } from "@usance/ui";
import type { Invoice } from "../api/answers.ts";
import type { BilledApi } from "../api/billed-api.ts";
import type { OpenSession } from "../session/state.ts";
import type { Wallet } from "../wallet/discovery.ts";
import { amountsOf } from "./invoice-amounts.ts";
import type { PaidProps } from "./session.tsx";
import { TransactionFact } from "./transaction.tsx";
import { useViewedAgain } from "./use-viewed-again.ts";
import { Verification } from "./verification.ts";

interface PaidInvoiceProps extends Omit<PaidProps, "isNews"> {
  readonly billed: BilledApi;
  /** The wallets of this browser. */
  readonly wallets: readonly Wallet[];
}

/** The receipt. */
export function PaidInvoice({ session, headingRef, api, billed, wallets }: PaidInvoiceProps) {
  const { payable } = session;
  const { invoice } = payable;
  const receipt = useViewedAgain(payable.id, receiptIn(payable), api, receiptIn);
  if (invoice === null) return null;
  const { total, fromBalance, totalName } = amountsOf(payable, invoice);
  return (
    <div className="receipt">
      <div className="receipt-head">
        <Mark kind="good" />
        <h2 ref={headingRef} tabIndex={-1}>
          Paid
        </h2>
        <Aside>
          {amountText(receipt?.amount ?? total)} USDC was paid to {payable.service.name}
          {totalName === "Paid from your balance" && " from your prepaid balance"}
          {!isZero(fromBalance) &&
            `, and ${amountText(fromBalance)} USDC from your prepaid balance`}
          . There is nothing left to do.
        </Aside>
      </div>
      {receipt !== null && <ReceiptFacts receipt={receipt} />}
      <Button kind="quiet" onClick={() => print()}>
        Print the receipt
      </Button>
      <Verification
        api={billed}
        linkToken={payable.id}
        shown={{ invoice, receipt }}
        wallets={wallets}
        disputes={invoice.disputes}
      />
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

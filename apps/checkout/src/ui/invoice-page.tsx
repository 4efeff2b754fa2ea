import { useMemo } from "react";
import { type BilledApi, billedApi } from "../api/billed-api.ts";
import { invoiceApi } from "../api/invoice-api.ts";
import { useWallets } from "../wallet/use-wallets.ts";
import { InvoiceSummary } from "./invoice-summary.tsx";
import { PaidInvoice } from "./paid-invoice.tsx";
import { type PageProps, PaymentPage } from "./payment-page.tsx";
import type { Parts } from "./session.tsx";
import { Verification } from "./verification.ts";

/** The page of an invoice, which is the receipt once it is paid. */
export default function InvoicePage(props: PageProps) {
  return <PaymentPage {...props} kind="invoice" makeApi={invoiceApi} parts={useParts(props)} />;
}

function useParts({ apiUrl, discovery }: PageProps): Parts {
  const wallets = useWallets(discovery);
  const billed = useMemo<BilledApi>(() => billedApi(apiUrl), [apiUrl]);
  return {
    summary: (payable) => <InvoiceSummary payable={payable} billed={billed} />,
    paid: (props) => <PaidInvoice {...props} billed={billed} wallets={wallets} />,
    below: ({ id, invoice }) =>
      invoice !== null &&
      invoice.usageEventCount > 0 && (
        <div className="verification">
          <Verification
            api={billed}
            linkToken={id}
            shown={{ invoice, receipt: null }}
            wallets={wallets}
            disputes={invoice.disputes}
          />
        </div>
      ),
  };
}

import { amountText, billsLater, capPeriodText, Fact, Facts, Time, webAddress } from "@usance/ui";
import type { Payable } from "../api/payable.ts";

interface CheckoutOutcomeProps {
  readonly payable: Payable;
  readonly outcome: NonNullable<Payable["outcome"]>;
}

/** Shows what was signed, the next invoice, how to stop it, and the receipt. */
export function CheckoutOutcome({ payable, outcome }: CheckoutOutcomeProps) {
  const { service, paymentPlan } = payable;
  const { spendingCap, nextInvoiceAt } = outcome;
  const support = webAddress(service.branding?.supportUrl ?? null);
  const receipt = webAddress(outcome.receiptUrl);
  return (
    <Facts>
      {spendingCap !== null && (
        <Fact name="You allowed">
          Up to {amountText(spendingCap.perPeriod)} USDC per{" "}
          {capPeriodText(spendingCap.periodSeconds)}, until <Time at={spendingCap.validUntil} />
        </Fact>
      )}
      {nextInvoiceAt !== null && <NextInvoice {...payable} outcome={outcome} at={nextInvoiceAt} />}
      {billsLater(paymentPlan) && (
        <Fact name="How to stop">
          Ask {support === null ? service.name : <a href={support.href}>{service.name}</a>} to
          cancel
          {spendingCap !== null && ", or for the link to your account to revoke the spending limit"}
          .
        </Fact>
      )}
      {receipt !== null && (
        <Fact name="Receipt">
          <a href={receipt.href}>Open the receipt</a>
        </Fact>
      )}
    </Facts>
  );
}

function NextInvoice({
  service,
  paymentPlan: { pricingType, amount },
  outcome: { spendingCap },
  at,
}: Pick<Payable, "service" | "paymentPlan"> &
  Pick<CheckoutOutcomeProps, "outcome"> & { at: string }) {
  const isMetered = pricingType === "USAGE_BASED";
  const what = isMetered ? "Your usage" : `${amountText(amount)} USDC`;
  return spendingCap === null ? (
    <Fact name="Next invoice">
      {what}, after <Time at={at} />. {service.name} sends you its link, and you pay it yourself.
    </Fact>
  ) : (
    <Fact name="Next charge">
      {what}, after <Time at={at} />, from your wallet
    </Fact>
  );
}

import { Aside, amountText, ButtonLink, isZero, Mark, Message, webAddress } from "@usance/ui";
import { useEffect } from "react";
import { paidOf } from "../api/payable.ts";
import type { OpenSession } from "../session/state.ts";
import { CheckoutOutcome } from "./checkout-outcome.tsx";
import type { PaidProps } from "./session.tsx";
import { Transaction } from "./transaction.tsx";
import { useViewedAgain } from "./use-viewed-again.ts";

/** Long enough to see that it is paid, and to read what was allowed. */
const onwardAfterMs = { paid: 2_000, allowed: 10_000 };

/** Shows the payment, the spending limit and the next invoice. If it was paid just now, the page continues to the seller by itself. */
export function PaidCheckout({ session, headingRef, api, isNews }: PaidProps) {
  const { amountDue, service, payment, ...payable } = session.payable;
  const outcome = useViewedAgain(payable.id, payable.outcome, api, outcomeIn);
  const successUrl = webAddress(payable.successUrl);
  const waitMs = outcome?.spendingCap ? onwardAfterMs.allowed : onwardAfterMs.paid;
  useOnward(isNews && outcome !== null ? (successUrl?.href ?? null) : null, waitMs);
  const isFree = isZero(amountDue);
  const heading = isFree ? "You are subscribed" : isNews ? "Payment confirmed" : "Already paid";
  return (
    <Message icon={<Mark kind="good" />} headingRef={headingRef} heading={heading}>
      <p>
        {isFree
          ? `${service.name} is yours to use. Nothing was due today.`
          : `${amountText(paidOf(session.payable).amount)} USDC was paid to ${service.name}. There is nothing left to do.`}
      </p>
      {payment?.transactionHash && (
        <p className="fact">
          Transaction <Transaction hash={payment.transactionHash} chain={payable.chain} />
        </p>
      )}
      {outcome !== null && <CheckoutOutcome payable={session.payable} outcome={outcome} />}
      {successUrl !== null && (
        <>
          <ButtonLink href={successUrl.href}>Continue to {successUrl.hostname}</ButtonLink>
          {isNews && <Aside>You are taken there in a moment.</Aside>}
        </>
      )}
    </Message>
  );
}

const outcomeIn = ({ outcome }: OpenSession["payable"]) => outcome;

function useOnward(address: string | null, afterMs: number): void {
  useEffect(() => {
    if (address === null) return;
    const timer = setTimeout(() => location.assign(address), afterMs);
    return () => clearTimeout(timer);
  }, [address, afterMs]);
}

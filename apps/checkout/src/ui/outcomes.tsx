import {
  Aside,
  amountText,
  Button,
  ButtonLink,
  Copyable,
  isZero,
  Mark,
  Message,
  webAddress,
} from "@usance/ui";
import { type Ref, useEffect } from "react";
import { kindOf } from "../api/payable.ts";
import type { OpenSession } from "../session/state.ts";

interface OutcomeProps {
  readonly session: OpenSession;
  readonly headingRef: Ref<HTMLHeadingElement>;
}

/** Long enough to see that it is paid. */
const onwardAfterMs = 2_000;

/** @param isNews whether it was paid just now: then the page goes on to the seller by itself */
export function Paid({ session, headingRef, isNews }: OutcomeProps & { isNews: boolean }) {
  const { amountDue, service, payment, ...payable } = session.payable;
  const successUrl = webAddress(payable.successUrl);
  useOnward(isNews ? (successUrl?.href ?? null) : null);
  const isFree = isZero(amountDue);
  const heading = isFree ? "You are subscribed" : isNews ? "Payment confirmed" : "Already paid";
  return (
    <Message icon={<Mark kind="good" />} headingRef={headingRef} heading={heading}>
      <p>
        {isFree
          ? `${service.name} is yours to use. Nothing was due today.`
          : `${amountText(amountDue)} USDC were paid to ${service.name}. There is nothing left to do.`}
      </p>
      {payment?.transactionHash && (
        <p className="fact">
          Transaction <Copyable what="transaction hash" text={payment.transactionHash} />
        </p>
      )}
      {successUrl !== null && (
        <>
          <ButtonLink href={successUrl.href}>Continue to {successUrl.hostname}</ButtonLink>
          {isNews && <Aside>You are taken there in a moment.</Aside>}
        </>
      )}
    </Message>
  );
}

function useOnward(address: string | null): void {
  useEffect(() => {
    if (address === null) return;
    const timer = setTimeout(() => location.assign(address), onwardAfterMs);
    return () => clearTimeout(timer);
  }, [address]);
}

export const Expired = ({ session: { payable }, headingRef }: OutcomeProps) => (
  <Message
    icon={<Mark kind="over" />}
    headingRef={headingRef}
    heading={`This ${kindOf(payable)} has expired`}
  >
    <p>It can no longer be paid. Ask {payable.service.name} for a new one.</p>
    {payable.payment?.failure && <Aside>{payable.payment.failure}</Aside>}
  </Message>
);

export const Cancelled = ({ session: { payable }, headingRef }: OutcomeProps) => (
  <Message
    icon={<Mark kind="over" />}
    headingRef={headingRef}
    heading={`This ${kindOf(payable)} was cancelled`}
  >
    <p>It can no longer be paid. If that is not what you expected, ask {payable.service.name}.</p>
  </Message>
);

export const NotDue = ({ session: { payable }, headingRef }: OutcomeProps) => (
  <Message
    icon={<Mark kind="over" />}
    headingRef={headingRef}
    heading="This invoice is not due yet"
  >
    <p>{payable.service.name} has not finished it. Open this page again later.</p>
  </Message>
);

export const Closed = ({ session: { payable }, headingRef }: OutcomeProps) => (
  <Message
    icon={<Mark kind="over" />}
    headingRef={headingRef}
    heading="This seller cannot take payments here yet"
  >
    <p>
      {amountText(payable.amountDue)} USDC are due, but {payable.service.name} has not said where
      they go. Ask the seller, and open this page again later.
    </p>
  </Message>
);

export const Failed = ({
  session: { payable },
  headingRef,
  onAgain,
}: OutcomeProps & { onAgain: () => void }) => (
  <Message
    icon={<Mark kind="bad" />}
    headingRef={headingRef}
    heading="The payment did not go through"
  >
    <p role="alert">{payable.payment?.failure ?? "The chain did not take it."}</p>
    <Button onClick={onAgain}>Try again</Button>
    <Aside>An invoice is never paid twice, however often you try.</Aside>
  </Message>
);

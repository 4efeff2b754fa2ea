import { Aside, amountText, Button, ButtonLink, Mark, Message, webAddress } from "@usance/ui";
import type { Ref } from "react";
import { kindOf, type Payable } from "../api/payable.ts";
import type { OpenSession } from "../session/state.ts";

interface OutcomeProps {
  readonly session: OpenSession;
  readonly headingRef: Ref<HTMLHeadingElement>;
}

/** Where to go from a checkout or an invoice that cannot be paid. */
function WayBack({ payable: { service, ...payable } }: { payable: Payable }) {
  const cancelUrl = webAddress(payable.cancelUrl);
  const supportUrl = webAddress(service.branding?.supportUrl ?? null);
  return (
    <>
      {supportUrl !== null && (
        <ButtonLink kind="quiet" href={supportUrl.href}>
          Ask {service.name}
        </ButtonLink>
      )}
      {cancelUrl !== null && (
        <ButtonLink kind="quiet" href={cancelUrl.href}>
          Back to {cancelUrl.hostname}
        </ButtonLink>
      )}
    </>
  );
}

const replacementOf = (payable: Payable) =>
  kindOf(payable) === "invoice" ? "a new invoice" : "a new link";

export const Expired = ({ session: { payable }, headingRef }: OutcomeProps) => (
  <Message
    icon={<Mark kind="over" />}
    headingRef={headingRef}
    heading={`This ${kindOf(payable)} has expired`}
  >
    <p>
      It can no longer be paid. Ask {payable.service.name} for {replacementOf(payable)}.
    </p>
    {payable.payment?.failure && <Aside>{payable.payment.failure}</Aside>}
    <WayBack payable={payable} />
  </Message>
);

export const Cancelled = ({ session: { payable }, headingRef }: OutcomeProps) => (
  <Message
    icon={<Mark kind="off" />}
    headingRef={headingRef}
    heading={`This ${kindOf(payable)} was cancelled`}
  >
    <p>
      It can no longer be paid. If that is not what you expected, ask {payable.service.name} for{" "}
      {replacementOf(payable)}.
    </p>
    <WayBack payable={payable} />
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

export const NothingDue = ({ session: { payable }, headingRef }: OutcomeProps) => (
  <Message icon={<Mark kind="good" />} headingRef={headingRef} heading="Nothing is due">
    <p>This invoice of {payable.service.name} is zero. There is nothing to do.</p>
  </Message>
);

export const Closed = ({ session: { payable }, headingRef }: OutcomeProps) => (
  <Message
    icon={<Mark kind="off" />}
    headingRef={headingRef}
    heading="This seller cannot take payments here yet"
  >
    <p>
      {amountText(payable.amountDue)} USDC is due, but {payable.service.name} has not set an address
      for payments. Ask the seller, and open this page again later.
    </p>
    <WayBack payable={payable} />
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
    <Aside>You never pay twice, however often you try.</Aside>
    <WayBack payable={payable} />
  </Message>
);

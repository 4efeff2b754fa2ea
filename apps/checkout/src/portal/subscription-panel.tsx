import { Badge, LegalLinks, offerText, rangeText, SellerMark, Term, Terms, Time } from "@usance/ui";
import { useId } from "react";
import type { PortalApi, Subscription } from "../api/portal-api.ts";
import { InvoiceLines } from "../ui/invoice-lines.tsx";
import { LazyOffer } from "../ui/lazy-offer.tsx";
import { Cancellation } from "./cancellation.tsx";
import { NextCharge, useUpcoming } from "./next-charge.tsx";

interface SubscriptionPanelProps {
  readonly api: PortalApi;
  readonly subscription: Subscription;
  readonly onChange: (subscription: Subscription) => void;
  readonly onSaid: (said: string) => void;
}

/** One subscription: what it costs next and when, its prices, and at the end the way to end it. */
export function SubscriptionPanel({ api, subscription, ...props }: SubscriptionPanelProps) {
  const headingId = useId();
  const upcoming = useUpcoming(api, subscription);
  const { service, paymentPlan, rateCards } = subscription;
  const { branding } = service;
  const lines = upcoming === "reading" ? [] : (upcoming?.lines ?? []);
  return (
    <section className="subscription" aria-labelledby={headingId}>
      <div className="subscription-head">
        <div className="subscription-name">
          {branding?.logo && <SellerMark name={service.name} logo={branding.logo} />}
          <h2 id={headingId}>
            <bdi>{service.name}</bdi> · <bdi>{paymentPlan.name}</bdi>
          </h2>
        </div>
        <State {...subscription} />
      </div>
      <p className="description">{offerText(paymentPlan, rateCards)}</p>
      <Terms>
        <NextCharge subscription={subscription} upcoming={upcoming} />
        <Dates {...subscription} />
      </Terms>
      {lines.length > 0 && (
        <details className="fold">
          <summary>What it is made of</summary>
          <InvoiceLines lines={lines} />
        </details>
      )}
      {rateCards.length > 0 && (
        <details className="fold">
          <summary>Prices</summary>
          <LazyOffer plan={paymentPlan} cards={rateCards} />
        </details>
      )}
      <Cancellation {...props} api={api} subscription={subscription} />
      {branding !== null && <LegalLinks {...branding} />}
    </section>
  );
}

function State({ status, cancelAt }: Subscription) {
  if (status === "CANCELLED") return <Badge kind="off">Ended</Badge>;
  return cancelAt === null ? (
    <Badge kind="good">Active</Badge>
  ) : (
    <Badge kind="late">Ends soon</Badge>
  );
}

function Dates({
  status,
  currentPeriodStart,
  currentPeriodEnd,
  cancelAt,
  endedAt,
  createdAt,
}: Subscription) {
  const isActive = status === "ACTIVE";
  return (
    <>
      {isActive && currentPeriodEnd !== null && (
        <Term name="Current period">{rangeText(currentPeriodStart, currentPeriodEnd)}</Term>
      )}
      {isActive && cancelAt !== null && (
        <Term name="Ends">
          <Time at={cancelAt} isDate />
        </Term>
      )}
      {endedAt !== null && (
        <Term name="Ended">
          <Time at={endedAt} isDate />
        </Term>
      )}
      <Term name="Subscribed since">
        <Time at={createdAt} isDate />
      </Term>
    </>
  );
}

import {
  amountText,
  LegalLinks,
  offerText,
  rangeText,
  SellerMark,
  Term,
  Terms,
  Time,
} from "@usance/ui";
import { useId, useState } from "react";
import type { PortalApi, Subscription } from "../api/portal-api.ts";
import { LazyOffer } from "../ui/lazy-offer.tsx";
import type { Discovery } from "../wallet/discovery.ts";
import { AlertSection } from "./alert-section.tsx";
import { Cancellation } from "./cancellation.tsx";
import { CapSection } from "./cap-section.tsx";
import { LimitSection } from "./limit-section.tsx";
import { useMay } from "./may.ts";
import { SubjectSection } from "./subject-section.tsx";
import { UpcomingSection } from "./upcoming-section.tsx";
import { UsageSection } from "./usage-section.tsx";

interface SubscriptionPanelProps {
  readonly api: PortalApi;
  readonly subscription: Subscription;
  readonly discovery: Discovery;
  readonly isOpenAtFirst: boolean;
  readonly onChange: (subscription: Subscription) => void;
  readonly onSaid: (said: string) => void;
}

/** One subscription. The details that need a call of their own are read when it is opened. */
export function SubscriptionPanel({
  subscription,
  isOpenAtFirst,
  ...props
}: SubscriptionPanelProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  // A change of the cap can stop or start usage.
  const [capChanges, setCapChanges] = useState(0);
  const headingId = useId();
  const maySeeUsage = useMay("usage-events:read");
  const maySeeLimits = useMay("limits:read") && subscription.status === "ACTIVE";
  const maySeeAlerts = useMay("alerts:read") && subscription.status === "ACTIVE";
  const maySeeCap = useMay("spending-caps:read");
  const { service, paymentPlan } = subscription;
  const { branding } = service;
  return (
    <section className="subscription" aria-labelledby={headingId}>
      <div className="subscription-head">
        <div className="subscription-name">
          {branding?.logo && <SellerMark name={service.name} logo={branding.logo} />}
          <h2 id={headingId}>
            <bdi>{service.name}</bdi> · <bdi>{paymentPlan.name}</bdi>
          </h2>
        </div>
        <span className="state">{stateText(subscription)}</span>
      </div>
      <p className="description">{offerText(paymentPlan, subscription.rateCards)}</p>
      <Dates subscription={subscription} />
      {isOpen ? (
        <>
          <LazyOffer plan={paymentPlan} cards={subscription.rateCards} />
          <Cancellation {...props} subscription={subscription} />
          <UpcomingSection api={props.api} subscription={subscription} />
          {maySeeUsage && <UsageSection api={props.api} subscription={subscription} />}
          {maySeeUsage && (
            <SubjectSection key={capChanges} {...props} subscription={subscription} />
          )}
          {maySeeLimits && <LimitSection api={props.api} subscription={subscription} />}
          {maySeeAlerts && <AlertSection api={props.api} subscription={subscription} />}
          {maySeeCap && (
            <CapSection
              {...props}
              subscription={subscription}
              onSaid={(said) => {
                setCapChanges(capChanges + 1);
                props.onSaid(said);
              }}
            />
          )}
          {branding !== null && <LegalLinks {...branding} />}
        </>
      ) : (
        <button type="button" className="button button-quiet" onClick={() => setOpen(true)}>
          Show usage and spending cap
          <span className="unseen"> of {service.name}</span>
        </button>
      )}
    </section>
  );
}

function stateText({ status, cancelAt }: Subscription): string {
  if (status === "CANCELLED") return "Ended";
  return cancelAt === null ? "Active" : "Ends soon";
}

const Dates = ({ subscription }: { subscription: Subscription }) => {
  const { status, currentPeriodStart, currentPeriodEnd, cancelAt, endedAt, nextCharge } =
    subscription;
  const isActive = status === "ACTIVE";
  return (
    <Terms>
      {isActive && nextCharge !== null && (
        <Term name="Next charge" isStrong>
          {nextCharge.amount === null ? "Your usage" : `${amountText(nextCharge.amount)} USDC`}
        </Term>
      )}
      {isActive && nextCharge !== null && (
        <Term name="Charged on">
          <Time at={nextCharge.at} isDate />
        </Term>
      )}
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
        <Time at={subscription.createdAt} isDate />
      </Term>
    </Terms>
  );
};

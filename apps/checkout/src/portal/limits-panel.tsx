import { Aside } from "@usance/ui";
import type { PortalApi, Subscription } from "../api/portal-api.ts";
import type { Discovery } from "../wallet/discovery.ts";
import { AlertSection } from "./alert-section.tsx";
import { CapSection } from "./cap-section.tsx";
import { LimitSection } from "./limit-section.tsx";
import { useMay } from "./may.ts";

interface LimitsPanelProps {
  readonly api: PortalApi;
  readonly subscription: Subscription;
  readonly discovery: Discovery;
  readonly onSaid: (said: string) => void;
}

/** What a subscription may cost and use: the spending limit, limits of usage, and the levels of alerts. */
export function LimitsPanel({ api, subscription, ...props }: LimitsPanelProps) {
  const maySeeCap = useMay("spending-caps:read");
  const isActive = subscription.status === "ACTIVE";
  const maySeeLimits = useMay("limits:read") && isActive;
  const maySeeAlerts = useMay("alerts:read") && isActive;
  if (!maySeeCap && !isActive) return <Aside>This subscription has ended.</Aside>;
  return (
    <>
      {maySeeCap && <CapSection {...props} api={api} subscription={subscription} />}
      {maySeeLimits && <LimitSection api={api} subscription={subscription} />}
      {maySeeAlerts && <AlertSection api={api} subscription={subscription} />}
    </>
  );
}

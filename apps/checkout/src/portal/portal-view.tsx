import { Page, Panel, Tabs, useBrand } from "@usance/ui";
import { type ReactNode, useCallback, useState } from "react";
import type {
  Portal,
  PortalApi,
  Subscriber,
  Subscription,
  SubscriptionPage,
} from "../api/portal-api.ts";
import type { Discovery } from "../wallet/discovery.ts";
import { AccountSide } from "./account-side.tsx";
import { ChosenSubscription } from "./chosen-subscription.tsx";
import { DetailsPanel } from "./details-panel.tsx";
import { dueOf } from "./due.ts";
import { DueBanner } from "./due-banner.tsx";
import { InvoiceSection } from "./invoice-section.tsx";
import { LimitsPanel } from "./limits-panel.tsx";
import { ScopesProvider } from "./may.ts";
import { Overview } from "./overview.tsx";
import { SubjectSection } from "./subject-section.tsx";
import { type TabId, tabsOf } from "./tabs-of.ts";
import { UsageSection } from "./usage-section.tsx";
import { useAnswer } from "./use-answer.ts";
import { useComeBack } from "./use-come-back.ts";
import { useTab } from "./use-tab.ts";

interface PortalViewProps {
  readonly api: PortalApi;
  readonly portal: Portal;
  /** null: the link does not show subscriptions. */
  readonly page: SubscriptionPage | null;
  readonly discovery: Discovery;
  readonly isPlayMoney: boolean;
  readonly onSubscriber: (subscriber: Subscriber) => void;
  readonly onPage: (page: SubscriptionPage) => void;
}

/** The color of every service on the page; null if they differ. */
function colorOfAll(subscriptions: readonly Subscription[]): string | null {
  const [color = null, ...others] = new Set(
    subscriptions.map(({ service }) => service.branding?.color ?? null),
  );
  return others.length === 0 ? color : null;
}

/** The card: the subscriber on one side, and on the other what is due and the tabs. */
export function PortalView({ api, portal, page, onPage, ...props }: PortalViewProps) {
  const [said, setSaid] = useState("");
  const subscriptions = page?.subscriptions ?? [];
  useBrand(colorOfAll(subscriptions));
  const tabs = tabsOf(portal.scopes, subscriptions);
  const ids = tabs.map(({ id }) => id);
  const [tab, choose] = useTab<TabId>(ids, "overview");
  const [chosen, setChosen] = useState(subscriptions[0]?.id);
  const shared = { api, discovery: props.discovery, onSaid: setSaid };
  const ofOne = { subscriptions, chosen, onChoose: setChosen };

  const panels: Readonly<Record<TabId, () => ReactNode>> = {
    overview: () => <Overview {...shared} page={page} onPage={onPage} />,
    invoices: () => <InvoiceSection api={api} />,
    usage: () => (
      <ChosenSubscription {...ofOne}>
        {(subscription) => (
          <>
            <UsageSection key={subscription.id} api={api} subscription={subscription} />
            <SubjectSection
              {...shared}
              key={`subjects of ${subscription.id}`}
              subscription={subscription}
            />
          </>
        )}
      </ChosenSubscription>
    ),
    limits: () => (
      <ChosenSubscription {...ofOne}>
        {(subscription) => (
          <LimitsPanel {...shared} key={subscription.id} subscription={subscription} />
        )}
      </ChosenSubscription>
    ),
    details: () => <DetailsPanel {...shared} portal={portal} onSubscriber={props.onSubscriber} />,
  };

  return (
    <Page
      title={`Your account${portal.seller?.name ? ` · ${portal.seller.name}` : ""}`}
      said={said}
      banner={props.isPlayMoney ? "Development wallet: play money on the local chain" : null}
    >
      <AccountSide portal={portal} />
      <Panel label="Your subscriptions">
        <ScopesProvider value={portal.scopes}>
          <div className="portal">
            {portal.scopes.includes("invoices:read") && <WhatIsDue api={api} />}
            <Tabs label="Your account" tabs={tabs} chosen={tab} onChoose={choose}>
              {panels[tab]()}
            </Tabs>
          </div>
        </ScopesProvider>
      </Panel>
    </Page>
  );
}

const newestOpen = { status: "OPEN", limit: "100" } as const;

/** Nothing until it is read: the list of all invoices says when they cannot be read. */
function WhatIsDue({ api }: { readonly api: PortalApi }) {
  const { answer, again } = useAnswer(
    useCallback(async (signal) => dueOf(await api.invoices(newestOpen, signal)), [api]),
  );
  useComeBack(again);
  return answer.state === "read" && <DueBanner due={answer.value} />;
}

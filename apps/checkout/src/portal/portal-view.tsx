import { Button, Mark, Message, Page, Panel, useBrand } from "@usance/ui";
import { useState } from "react";
import type {
  Portal,
  PortalApi,
  Subscriber,
  Subscription,
  SubscriptionPage,
} from "../api/portal-api.ts";
import { useAction } from "../ui/use-action.ts";
import type { Discovery } from "../wallet/discovery.ts";
import { AccountSide } from "./account-side.tsx";
import { BalanceSection } from "./balance-section.tsx";
import { InvoiceSection } from "./invoice-section.tsx";
import { ScopesProvider } from "./may.ts";
import { SubscriptionPanel } from "./subscription-panel.tsx";

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

/** The card: the subscriber on one side, and the subscriptions on the other. */
export function PortalView({ api, portal, page, onPage, ...props }: PortalViewProps) {
  const [said, setSaid] = useState("");
  const more = useAction();
  const { subscriptions, nextCursor } = page ?? { subscriptions: [], nextCursor: null };
  const may = (scope: string) => portal.scopes.includes(scope);
  useBrand(colorOfAll(subscriptions));
  const change = (changed: Subscription) =>
    onPage({
      nextCursor,
      subscriptions: subscriptions.map((one) => (one.id === changed.id ? changed : one)),
    });
  const showMore = () =>
    more.run(async (signal) => {
      const next = await api.subscriptions(nextCursor, signal);
      onPage({ ...next, subscriptions: [...subscriptions, ...next.subscriptions] });
    });

  return (
    <Page
      title={`Your account${portal.seller?.name ? ` · ${portal.seller.name}` : ""}`}
      said={said}
      banner={props.isPlayMoney ? "Development wallet: play money on the local chain" : null}
    >
      <AccountSide api={api} portal={portal} onSubscriber={props.onSubscriber} onSaid={setSaid} />
      <Panel label="Your subscriptions">
        <ScopesProvider value={portal.scopes}>
          <div className="portal">
            {page?.subscriptions.length === 0 && (
              <Message icon={<Mark kind="over" />} heading="You have no subscriptions">
                <p>Once you subscribe, you find your usage, invoices and limits here.</p>
              </Message>
            )}
            {subscriptions.map((subscription, position) => (
              <SubscriptionPanel
                key={subscription.id}
                api={api}
                subscription={subscription}
                discovery={props.discovery}
                isOpenAtFirst={position === 0}
                onChange={change}
                onSaid={setSaid}
              />
            ))}
            {nextCursor !== null && (
              <Button kind="quiet" isBusy={more.isBusy} onClick={showMore}>
                Show more subscriptions
              </Button>
            )}
            {may("balances:read") && <BalanceSection api={api} />}
            {may("invoices:read") && <InvoiceSection api={api} />}
          </div>
        </ScopesProvider>
      </Panel>
    </Page>
  );
}

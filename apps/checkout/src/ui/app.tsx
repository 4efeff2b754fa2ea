import { lazy, Suspense, useEffect, useState } from "react";
import { billedApi } from "../api/billed-api.ts";
import { checkoutApi } from "../api/checkout-api.ts";
import { invoiceApi } from "../api/invoice-api.ts";
import { loadConfig, type PageConfig } from "../config.ts";
import type { Address } from "../session/address.ts";
import type { Discovery } from "../wallet/discovery.ts";
import { walletConnect } from "../wallet/remote-wallet.ts";
import { Standing } from "./standing.tsx";
import { Loading, Unknown, Unreachable } from "./without-session.tsx";

/** Those who pay need not load it. */
const PortalPage = lazy(() => import("../portal/portal-page.tsx"));

const apis = { checkout: checkoutApi, invoice: invoiceApi };

interface AppProps {
  /** null where the address leads to nothing. */
  readonly address: Address | null;
  readonly discovery: Discovery;
}

export function App({ address, discovery }: AppProps) {
  const { config, retry } = useConfig(discovery);
  if (address === null) return <Unknown kind="checkout" />;
  if (config === "loading") return <Loading kind={address.kind} />;
  if (config === "unreachable") return <Unreachable kind={address.kind} onRetry={retry} />;
  const { kind, id } = address;
  const isPlayMoney = config.developmentWallet !== null;
  if (kind === "portal") {
    return (
      <Suspense fallback={<Loading kind="portal" />}>
        <PortalPage
          apiUrl={config.apiUrl}
          portalToken={id}
          discovery={discovery}
          isPlayMoney={isPlayMoney}
        />
      </Suspense>
    );
  }
  return (
    <Standing
      api={apis[kind](config.apiUrl)}
      billed={billedApi(config.apiUrl)}
      address={{ kind, id }}
      discovery={discovery}
      isPlayMoney={isPlayMoney}
    />
  );
}

function useConfig(discovery: Discovery) {
  const [config, setConfig] = useState<PageConfig | "loading" | "unreachable">("loading");
  useEffect(() => {
    if (config !== "loading") return;
    const abort = new AbortController();
    start(discovery, abort.signal).then(setConfig, (error: unknown) => {
      if (abort.signal.aborted) return;
      reportError(error);
      setConfig("unreachable");
    });
    return () => abort.abort();
  }, [config, discovery]);
  return { config, retry: () => setConfig("loading") };
}

async function start(discovery: Discovery, signal: AbortSignal): Promise<PageConfig> {
  const config = await loadConfig(signal);
  if (config.developmentWallet !== null) {
    const { announceDevelopmentWallet } = await import("../wallet/development-wallet.ts");
    signal.throwIfAborted();
    announceDevelopmentWallet(window, config.developmentWallet);
  }
  if (config.walletConnect !== null) discovery.add(walletConnect(config.walletConnect));
  return config;
}

import { useEffect, useState } from "react";
import { billedApi } from "../api/billed-api.ts";
import { checkoutApi } from "../api/checkout-api.ts";
import { invoiceApi } from "../api/invoice-api.ts";
import { loadConfig, type PageConfig } from "../config.ts";
import type { Address } from "../session/address.ts";
import type { Discovery } from "../wallet/discovery.ts";
import { walletConnect } from "../wallet/remote-wallet.ts";
import { Standing } from "./standing.tsx";
import { Loading, Unknown, Unreachable } from "./without-session.tsx";

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
  return (
    <Standing
      api={apis[address.kind](config.apiUrl)}
      billed={billedApi(config.apiUrl)}
      address={address}
      discovery={discovery}
      isPlayMoney={config.developmentWallet !== null}
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

import { useEffect, useState } from "react";
import { checkoutApi } from "../api/client.ts";
import { loadConfig, type PageConfig } from "../config.ts";
import type { Discovery } from "../wallet/discovery.ts";
import { Checkout } from "./checkout.tsx";
import { Loading, Unknown, Unreachable } from "./without-session.tsx";

interface AppProps {
  /** null where the address names none. */
  readonly checkoutSessionId: string | null;
  readonly discovery: Discovery;
}

export function App({ checkoutSessionId, discovery }: AppProps) {
  const { config, retry } = useConfig();
  if (checkoutSessionId === null) return <Unknown />;
  if (config === "loading") return <Loading />;
  if (config === "unreachable") return <Unreachable onRetry={retry} />;
  return (
    <Checkout
      api={checkoutApi(config.apiUrl)}
      checkoutSessionId={checkoutSessionId}
      discovery={discovery}
      isPlayMoney={config.developmentWallet !== null}
    />
  );
}

function useConfig() {
  const [config, setConfig] = useState<PageConfig | "loading" | "unreachable">("loading");
  useEffect(() => {
    if (config !== "loading") return;
    const abort = new AbortController();
    start(abort.signal).then(setConfig, (error: unknown) => {
      if (abort.signal.aborted) return;
      reportError(error);
      setConfig("unreachable");
    });
    return () => abort.abort();
  }, [config]);
  return { config, retry: () => setConfig("loading") };
}

async function start(signal: AbortSignal): Promise<PageConfig> {
  const config = await loadConfig(signal);
  if (config.developmentWallet !== null) {
    const { announceDevelopmentWallet } = await import("../wallet/development-wallet.ts");
    signal.throwIfAborted();
    announceDevelopmentWallet(window, config.developmentWallet);
  }
  return config;
}

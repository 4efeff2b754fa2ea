import { lazy, Suspense, useEffect, useState } from "react";
import { loadConfig, type PageConfig } from "../config.ts";
import type { Address } from "../session/address.ts";
import type { Discovery } from "../wallet/discovery.ts";
import { Loading, Unknown, Unreachable } from "./without-session.tsx";

const loadCheckoutPage = () => import("./checkout-page.tsx");
const loadInvoicePage = () => import("./invoice-page.tsx");
const loadPortalPage = () => import("../portal/portal-page.tsx");
const loadRefundPage = () => import("../refund/refund-page.tsx");

const CheckoutPage = lazy(loadCheckoutPage);
const InvoicePage = lazy(loadInvoicePage);
const PortalPage = lazy(loadPortalPage);
const RefundPage = lazy(loadRefundPage);

const loaders: Readonly<Record<Address["kind"], () => Promise<unknown>>> = {
  checkout: loadCheckoutPage,
  invoice: loadInvoicePage,
  portal: loadPortalPage,
  refund: loadRefundPage,
};

interface AppProps {
  /** null where the address leads to nothing. */
  readonly address: Address | null;
  readonly discovery: Discovery;
}

export function App({ address, discovery }: AppProps) {
  const { config, retry } = useConfig(address);
  if (address === null) return <Unknown kind="checkout" />;
  if (config === "loading") return <Loading kind={address.kind} />;
  if (config === "unreachable") return <Unreachable kind={address.kind} onRetry={retry} />;
  const { kind, id } = address;
  const isPlayMoney = config.developmentWallet !== null;
  const shared = { apiUrl: config.apiUrl, discovery, isPlayMoney };
  return (
    <Suspense fallback={<Loading kind={kind} />}>
      {kind === "portal" && <PortalPage portalToken={id} {...shared} />}
      {kind === "refund" && <RefundPage linkToken={id} {...shared} />}
      {kind === "checkout" && <CheckoutPage id={id} {...shared} />}
      {kind === "invoice" && <InvoicePage id={id} {...shared} />}
    </Suspense>
  );
}

/** Loads the configuration and, meanwhile, the code of the address's page. */
function useConfig(address: Address | null) {
  const [config, setConfig] = useState<PageConfig | "loading" | "unreachable">("loading");
  useEffect(() => {
    if (config !== "loading") return;
    const abort = new AbortController();
    const load = loaders[address?.kind ?? "checkout"];
    Promise.all([start(address, abort.signal), load()]).then(
      ([started]) => setConfig(started),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        reportError(error);
        setConfig("unreachable");
      },
    );
    return () => abort.abort();
  }, [config, address]);
  return { config, retry: () => setConfig("loading") };
}

async function start(address: Address | null, signal: AbortSignal): Promise<PageConfig> {
  const config = await loadConfig(signal);
  if (config.developmentWallet !== null) {
    const { announceDevelopmentWallet } = await import("../wallet/development-wallet.ts");
    signal.throwIfAborted();
    // A refund goes to the wallet that paid, which cannot pay it: the seller's is offered first.
    if (address?.kind === "refund") {
      announceDevelopmentWallet(window, "seller", config.developmentWallet);
    }
    announceDevelopmentWallet(window, "payer", config.developmentWallet);
  }
  return config;
}

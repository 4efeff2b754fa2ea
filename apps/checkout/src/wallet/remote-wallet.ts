import type { Wallet } from "./discovery.ts";
import type { Provider } from "./requests.ts";
import type { WalletConnectTerms } from "./walletconnect/session.ts";

/** Any wallet in another app or on another device, by WalletConnect. Its code is loaded when it is first asked. */
export function walletConnect(terms: WalletConnectTerms): Wallet {
  return {
    kind: "remote",
    id: "walletconnect",
    name: "WalletConnect",
    icon: null,
    provider: lazyProvider(async () => {
      const { walletConnectProvider } = await import("./walletconnect/provider.ts");
      return walletConnectProvider(terms);
    }),
  };
}

function lazyProvider(load: () => Promise<Provider>): Provider {
  let loaded: Promise<Provider> | null = null;
  let early: (readonly [string, (value: unknown) => void])[] = [];
  const get = () => {
    loaded ??= load().then((provider) => {
      for (const [event, listener] of early) provider.on?.(event, listener);
      early = [];
      return provider;
    });
    loaded.catch(() => {
      loaded = null; // the next request loads it again
    });
    return loaded;
  };
  return {
    request: async (asked) => (await get()).request(asked),
    on: (event, listener) => {
      if (loaded === null) early.push([event, listener]);
      else void loaded.then((provider) => provider.on?.(event, listener));
    },
    removeListener: (event, listener) => {
      early = early.filter(([name, one]) => name !== event || one !== listener);
      void loaded?.then((provider) => provider.removeListener?.(event, listener));
    },
  };
}

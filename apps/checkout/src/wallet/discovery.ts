import { type AnnouncedWallet, isWalletProvider, listenForWallets } from "@usance/ui";

/** A wallet in this browser. */
export type Wallet = AnnouncedWallet;

export interface Discovery {
  wallets(): readonly Wallet[];
  subscribe(onChange: () => void): () => void;
}

interface Host extends EventTarget {
  readonly ethereum?: unknown;
}

/** Wallets answer the request at once, or when their script comes; then the fallback steps back. */
const fallbackAfterMs = 400;

/** Asks all wallets of a window to announce themselves, and takes down those that do. */
export function discoverWallets(host: Host): Discovery {
  let wallets: readonly Wallet[] = [];
  let fallback: Wallet | null = null;
  const listeners = new Set<() => void>();
  const changed = (next: readonly Wallet[]) => {
    wallets = next;
    for (const listener of listeners) listener();
  };

  listenForWallets(host, (announced) => {
    if (wallets.some(({ id }) => id === announced.id)) return;
    changed([...wallets.filter((one) => one !== fallback), announced]);
  });

  setTimeout(() => {
    if (wallets.length > 0 || !isWalletProvider(host.ethereum)) return;
    fallback = { id: "window", name: "Browser wallet", icon: null, provider: host.ethereum };
    changed([fallback]);
  }, fallbackAfterMs);

  return {
    wallets: () => wallets,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

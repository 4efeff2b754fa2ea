import { type AnnouncedWallet, isWalletProvider, listenForWallets } from "@usance/ui";

/** A wallet that the page can ask. */
export interface Wallet extends AnnouncedWallet {
  /** `browser`: it is in this browser (EIP-6963). `remote`: in another app or on another device. */
  readonly kind: "browser" | "remote";
}

export interface Discovery {
  wallets(): readonly Wallet[];
  /** Adds a wallet that does not announce itself. */
  add(wallet: Wallet): void;
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
    changed([...wallets.filter((one) => one !== fallback), { kind: "browser", ...announced }]);
  });

  setTimeout(() => {
    const isAnnounced = wallets.some(({ kind }) => kind === "browser");
    if (isAnnounced || !isWalletProvider(host.ethereum)) return;
    fallback = {
      kind: "browser",
      id: "window",
      name: "Browser wallet",
      icon: null,
      provider: host.ethereum,
    };
    changed([...wallets, fallback]);
  }, fallbackAfterMs);

  return {
    wallets: () => wallets,
    add: (wallet) => {
      if (!wallets.some(({ id }) => id === wallet.id)) changed([...wallets, wallet]);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

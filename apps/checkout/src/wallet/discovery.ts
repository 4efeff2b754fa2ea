import type { Provider } from "./requests.ts";

/** A wallet that the page can ask. */
export interface Wallet {
  /** `browser`: it is in this browser (EIP-6963). `remote`: in another app or on another device. */
  readonly kind: "browser" | "remote";
  readonly id: string;
  readonly name: string;
  /** A `data:` address: anything else would ask a stranger's server. */
  readonly icon: string | null;
  readonly provider: Provider;
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

const announced = "eip6963:announceProvider";
const request = "eip6963:requestProvider";
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

  host.addEventListener(announced, (event) => {
    const wallet = "detail" in event ? walletOf(event.detail) : null;
    if (wallet === null || wallets.some(({ id }) => id === wallet.id)) return;
    changed([...wallets.filter((one) => one !== fallback), wallet]);
  });
  host.dispatchEvent(new Event(request));

  setTimeout(() => {
    const isAnnounced = wallets.some(({ kind }) => kind === "browser");
    if (isAnnounced || !isProvider(host.ethereum)) return;
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

/** @returns null for what is not announced as EIP-6963 says */
function walletOf(detail: unknown): Wallet | null {
  if (!isRecord(detail) || !isRecord(detail.info) || !isProvider(detail.provider)) return null;
  const { uuid, name, icon } = detail.info;
  if (typeof uuid !== "string" || uuid === "") return null;
  const called = typeof name === "string" ? name.trim().slice(0, 60) : "";
  return {
    kind: "browser",
    id: uuid,
    name: called || "Unnamed wallet",
    icon: typeof icon === "string" && /^data:image\//.test(icon.trim()) ? icon.trim() : null,
    provider: detail.provider,
  };
}

const isProvider = (value: unknown): value is Provider =>
  isRecord(value) && typeof value.request === "function";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

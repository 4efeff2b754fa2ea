/** What a wallet puts into the page (EIP-1193). */
export interface WalletProvider {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (value: unknown) => void): void;
  removeListener?(event: string, listener: (value: unknown) => void): void;
}

/** A wallet of this browser that has announced itself (EIP-6963). */
export interface AnnouncedWallet {
  readonly id: string;
  readonly name: string;
  /** A `data:` address; null for any other, which would ask a stranger's server. */
  readonly icon: string | null;
  readonly provider: WalletProvider;
}

const announced = "eip6963:announceProvider";
const request = "eip6963:requestProvider";

/**
 * Asks all wallets of a window to announce themselves. Wallets answer at once, or when their script is loaded.
 *
 * @param onWallet called for each announcement; a wallet can announce itself several times
 * @returns stops listening
 */
export function listenForWallets(
  host: EventTarget,
  onWallet: (wallet: AnnouncedWallet) => void,
): () => void {
  const listener = (event: Event) => {
    const wallet = "detail" in event ? walletOf(event.detail) : null;
    if (wallet !== null) onWallet(wallet);
  };
  host.addEventListener(announced, listener);
  host.dispatchEvent(new Event(request));
  return () => host.removeEventListener(announced, listener);
}

/** @returns null for an announcement that is not as EIP-6963 says */
function walletOf(detail: unknown): AnnouncedWallet | null {
  if (!isRecord(detail) || !isRecord(detail.info) || !isWalletProvider(detail.provider)) {
    return null;
  }
  const { uuid, name, icon } = detail.info;
  if (typeof uuid !== "string" || uuid === "") return null;
  const called = typeof name === "string" ? name.trim().slice(0, 60) : "";
  return {
    id: uuid,
    name: called || "Unnamed wallet",
    icon: typeof icon === "string" && /^data:image\//.test(icon.trim()) ? icon.trim() : null,
    provider: detail.provider,
  };
}

export const isWalletProvider = (value: unknown): value is WalletProvider =>
  isRecord(value) && typeof value.request === "function";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

import { displayUri } from "../display-uri.ts";
import type { Provider } from "../requests.ts";
import { proposeSession, type Session, type WalletConnectTerms } from "./session.ts";

type Listener = (value: unknown) => void;

/** A wallet that is on another device, or in another app, as a provider in the page (EIP-1193). */
export function walletConnectProvider(terms: WalletConnectTerms): Provider {
  const listeners = new Map<string, Set<Listener>>();
  let session: Session | null = null;
  let proposing = new AbortController();

  const tell = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value);
  };
  /** Asking for accounts is to choose a wallet: an earlier session ends. */
  const connect = async () => {
    proposing.abort();
    session?.end();
    session = null;
    proposing = new AbortController();
    const { signal } = proposing;
    session = await proposeSession(
      terms,
      (uri) => tell(displayUri, uri),
      (accounts) => tell("accountsChanged", accounts),
      signal,
    );
    return session.accounts();
  };
  const onThisChain = ([asked]: readonly unknown[]) => {
    if (Number(Object(asked).chainId) === terms.chainId) return null;
    throw Object.assign(new Error("The wallet was connected for another chain."), { code: 4902 });
  };

  return {
    request: async ({ method, params = [] }) => {
      switch (method) {
        case "eth_requestAccounts":
          return connect();
        case "eth_chainId":
          return `0x${terms.chainId.toString(16)}`;
        case "wallet_switchEthereumChain":
          return onThisChain(params);
        case "eth_getTransactionReceipt":
          return null; // wallets answer no such questions; the page looks at the allowance instead
        default:
          if (session === null) throw new Error("The wallet is not connected.");
          return session.request(method, params);
      }
    },
    on: (event, listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener: (event, listener) => {
      listeners.get(event)?.delete(listener);
    },
  };
}

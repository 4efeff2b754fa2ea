import type { Wallet } from "./discovery.ts";

/** A wallet that shows an account to the page, and the chain that it is on. */
export interface Connection {
  readonly wallet: Wallet;
  readonly address: string;
  readonly chainId: number;
}

/** The requests to a wallet, in this order. */
export type Asked =
  | "cap"
  | "permit"
  | "payment"
  | "revocation"
  | "deployment"
  | "allowance"
  | "refund";

/** A request to the wallet. A permit is for an allowance in USDC, some of it for other caps of the wallet. */
export type Asking =
  | { readonly what: Exclude<Asked, "permit"> }
  | { readonly what: "permit"; readonly allowance: string; readonly others: string };

/** The progress of the wallet's work on this page, until the API has the result. */
export type Step =
  | { readonly name: "filling" }
  | { readonly name: "connecting"; readonly walletId: string }
  | { readonly name: "switching" }
  | { readonly name: "preparing" }
  | ({ readonly name: "asking" } & Asking)
  | { readonly name: "approving"; readonly transactionHash: string }
  | { readonly name: "sending" };

/** The state of the wallet and of the request to it. */
export interface WalletState {
  readonly connection: Connection | null;
  readonly step: Step;
  /** The request to the wallet. */
  readonly asks: readonly Asked[];
  /** Why the last try came to nothing, in words for who holds the wallet. */
  readonly problem: string | null;
}

export type WalletEvent =
  | { readonly type: "connected"; readonly connection: Connection }
  | { readonly type: "account-changed"; readonly address: string | null }
  | { readonly type: "chain-changed"; readonly chainId: number }
  | { readonly type: "stepped"; readonly step: Exclude<Step, { name: "filling" }> }
  | { readonly type: "prepared"; readonly asks: readonly Asked[] }
  | { readonly type: "stopped"; readonly problem: string | null };

export const filling: Step = { name: "filling" };

export const withoutWallet: WalletState = {
  connection: null,
  step: filling,
  asks: [],
  problem: null,
};

export function reduceWallet<State extends WalletState>(state: State, event: WalletEvent): State {
  switch (event.type) {
    case "connected":
      return { ...state, connection: event.connection, step: filling, problem: null };
    case "account-changed":
      return {
        ...state,
        connection:
          state.connection && event.address
            ? { ...state.connection, address: event.address }
            : null,
      };
    case "chain-changed":
      return {
        ...state,
        connection: state.connection && { ...state.connection, chainId: event.chainId },
      };
    case "stepped":
      return { ...state, step: event.step, problem: null };
    case "prepared":
      return { ...state, asks: event.asks };
    case "stopped":
      return { ...state, step: filling, problem: event.problem };
  }
}

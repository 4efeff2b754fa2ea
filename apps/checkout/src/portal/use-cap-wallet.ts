import { type Dispatch, useReducer } from "react";
import type { Discovery, Wallet } from "../wallet/discovery.ts";
import {
  filling,
  reduceWallet,
  type WalletEvent,
  type WalletState,
  withoutWallet,
} from "../wallet/state.ts";
import { useWalletRuns, type WalletActions } from "../wallet/use-wallet-runs.ts";
import { useWallets } from "../wallet/use-wallets.ts";

interface CapWallet {
  readonly state: WalletState;
  readonly wallets: readonly Wallet[];
  readonly actions: WalletActions & {
    run(action: (signal: AbortSignal, report: Dispatch<WalletEvent>) => Promise<void>): void;
  };
  /** Whether something is under way that replaces the form. */
  readonly isUnderWay: boolean;
}

/** The wallet with which a cap is signed or revoked. */
export function useCapWallet(discovery: Discovery, chainId: number): CapWallet {
  const [state, dispatch] = useReducer(reduceWallet<WalletState>, withoutWallet);
  const actions = useWalletRuns<WalletEvent>(state, chainId, dispatch);
  const { name } = state.step;
  const isUnderWay = name !== filling.name && name !== "connecting" && name !== "switching";
  return { state, wallets: useWallets(discovery), actions, isUnderWay };
}

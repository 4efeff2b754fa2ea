import { type Dispatch, useReducer } from "react";
import type { Discovery, Wallet } from "./discovery.ts";
import {
  filling,
  reduceWallet,
  type WalletEvent,
  type WalletState,
  withoutWallet,
} from "./state.ts";
import { useWalletRuns, type WalletActions } from "./use-wallet-runs.ts";
import { useWallets } from "./use-wallets.ts";

interface OwnWallet {
  readonly state: WalletState;
  readonly wallets: readonly Wallet[];
  readonly actions: WalletActions & {
    run(action: (signal: AbortSignal, report: Dispatch<WalletEvent>) => Promise<void>): void;
  };
  /** Whether something is under way that replaces the form. */
  readonly isUnderWay: boolean;
}

/** A wallet that sends transactions of its own, or signs a spending cap. */
export function useOwnWallet(discovery: Discovery, chainId: number): OwnWallet {
  const [state, dispatch] = useReducer(reduceWallet<WalletState>, withoutWallet);
  const actions = useWalletRuns<WalletEvent>(state, chainId, dispatch);
  const { name } = state.step;
  const isUnderWay = name !== filling.name && name !== "connecting" && name !== "switching";
  return { state, wallets: useWallets(discovery), actions, isUnderWay };
}

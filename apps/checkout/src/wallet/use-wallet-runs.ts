import { chainInFull } from "@usance/ui";
import { type Dispatch, useEffect, useRef } from "react";
import { PaymentStopped, problemOf } from "../payment/problems.ts";
import type { Wallet } from "./discovery.ts";
import {
  chainIdOf,
  connect,
  firstAddress,
  type Provider,
  readChainId,
  switchChain,
} from "./requests.ts";
import type { Connection, WalletEvent, WalletState } from "./state.ts";
import { WalletError } from "./wallet-error.ts";

export interface WalletActions {
  connect(wallet: Wallet): void;
  switchChain(): void;
  /** Cancels the request to the wallet. */
  giveUp(): void;
  disconnect(): void;
}

/** @param report is called with each event of the run, unless the run was cancelled */
type Run<Event> = (signal: AbortSignal, report: Dispatch<Event>) => Promise<void>;

/**
 * The actions of the wallet's owner. One runs at a time, and a cancelled one has no effect.
 *
 * @param chainId the chain that the wallet must be on; null: any
 */
export function useWalletRuns<Event>(
  { connection, step }: Pick<WalletState, "connection" | "step">,
  chainId: number | null,
  dispatch: Dispatch<Event | WalletEvent>,
): WalletActions & { run(action: Run<Event | WalletEvent>): void } {
  const running = useRef<AbortController>(null);
  useWalletChanges(connection?.wallet.provider, dispatch);

  useEffect(() => {
    if (step.name === "filling") running.current?.abort();
  }, [step.name]);

  const run = (action: Run<Event | WalletEvent>) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    const { signal } = abort;
    const report = (event: Event | WalletEvent) => {
      signal.throwIfAborted();
      dispatch(event);
    };
    action(signal, report).catch((error: unknown) => {
      if (signal.aborted) return;
      try {
        dispatch({ type: "stopped", problem: problemOf(error) });
      } catch {
        dispatch({
          type: "stopped",
          problem: "This page met an error. Try again; nothing is ever paid twice.",
        });
        reportError(error);
      }
    });
  };

  return {
    run,
    connect: (wallet) =>
      run(async (_, report) => {
        report({ type: "stepped", step: { name: "connecting", walletId: wallet.id } });
        const address = await connect(wallet.provider);
        const itsChain = await readChainId(wallet.provider);
        report({ type: "connected", connection: { wallet, address, chainId: itsChain } });
      }),
    switchChain: () =>
      run(async (_, report) => {
        if (connection === null || chainId === null) return;
        report({ type: "stepped", step: { name: "switching" } });
        await moveTo(chainId, connection);
        report({ type: "chain-changed", chainId });
        report({ type: "stopped", problem: null });
      }),
    giveUp: () => dispatch({ type: "stopped", problem: null }),
    disconnect: () => dispatch({ type: "account-changed", address: null }),
  };
}

/** @throws PaymentStopped, or WalletError when its holder declines */
async function moveTo(chainId: number, { wallet: { provider } }: Connection): Promise<void> {
  if ((await readChainId(provider)) === chainId) return;
  try {
    await switchChain(provider, chainId);
  } catch (error) {
    if (!(error instanceof WalletError) || error.kind === "rejected") throw error;
    throw new PaymentStopped(notSwitched(chainId));
  }
  if ((await readChainId(provider)) !== chainId) throw new PaymentStopped(notSwitched(chainId));
}

const notSwitched = (chainId: number) =>
  `The wallet did not switch. Choose ${chainInFull(chainId)} in your wallet; if it is not there, add it first.`;

/** Changes that happen in the wallet itself. */
function useWalletChanges(provider: Provider | undefined, dispatch: Dispatch<WalletEvent>): void {
  useEffect(() => {
    if (provider === undefined) return;
    const accountsChanged = (accounts: unknown) =>
      dispatch({ type: "account-changed", address: firstAddress(accounts) });
    const chainChanged = (said: unknown) => {
      const chainId = chainIdOf(said);
      if (chainId !== null) dispatch({ type: "chain-changed", chainId });
    };
    provider.on?.("accountsChanged", accountsChanged);
    provider.on?.("chainChanged", chainChanged);
    return () => {
      provider.removeListener?.("accountsChanged", accountsChanged);
      provider.removeListener?.("chainChanged", chainChanged);
    };
  }, [provider, dispatch]);
}

import { chainInFull } from "@usance/ui";
import { type Dispatch, useEffect, useRef } from "react";
import type { PaymentApi } from "../api/payable.ts";
import type { Connection, Event, OpenSession } from "../session/state.ts";
import { sleep } from "../time.ts";
import type { Wallet } from "../wallet/discovery.ts";
import {
  chainIdOf,
  connect,
  firstAddress,
  type Provider,
  readChainId,
  switchChain,
} from "../wallet/requests.ts";
import { WalletError } from "../wallet/wallet-error.ts";
import { type FlowParts, pay, type Terms } from "./flow.ts";
import { PaymentStopped, problemOf } from "./problems.ts";

export interface PaymentActions {
  connect(wallet: Wallet): void;
  switchChain(): void;
  /** @param withWallet whether something is to be signed */
  pay(terms: Omit<Terms, "id">, withWallet: boolean): void;
  /** Lets go of what a wallet is being asked. */
  giveUp(): void;
  disconnect(): void;
  seeFailure(): void;
}

type Parts = Omit<FlowParts, "report">;

/** What whoever pays can do. One thing is under way at a time, and nothing comes of what was let go. */
export function usePayment(
  { payable, connection, step }: OpenSession,
  api: PaymentApi,
  dispatch: Dispatch<Event>,
): PaymentActions {
  const running = useRef<AbortController>(null);
  useWalletChanges(connection?.wallet.provider, dispatch);

  useEffect(() => {
    if (step.name === "filling") running.current?.abort();
  }, [step.name]);

  const run = (action: (parts: Parts & { report: Dispatch<Event> }) => Promise<void>) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    const { signal } = abort;
    const report = (event: Event) => {
      signal.throwIfAborted();
      dispatch(event);
    };
    action({ api, sleep, signal, report }).catch((error: unknown) => {
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
    connect: (wallet) =>
      run(async ({ report }) => {
        report({ type: "stepped", step: { name: "connecting", walletId: wallet.id } });
        const address = await connect(wallet.provider);
        const chainId = await readChainId(wallet.provider);
        report({ type: "connected", connection: { wallet, address, chainId } });
      }),
    switchChain: () =>
      run(async ({ report }) => {
        if (connection === null || payable.chain === null) return;
        report({ type: "stepped", step: { name: "switching" } });
        await moveTo(payable.chain.chainId, connection);
        report({ type: "chain-changed", chainId: payable.chain.chainId });
        report({ type: "stopped", problem: null });
      }),
    pay: (terms, withWallet) =>
      run(async (parts) => {
        const payer =
          withWallet && connection !== null && payable.chain !== null
            ? {
                provider: connection.wallet.provider,
                address: connection.address,
                chainId: payable.chain.chainId,
              }
            : null;
        await pay({ id: payable.id, ...terms }, payer, parts);
      }),
    giveUp: () => dispatch({ type: "stopped", problem: null }),
    disconnect: () => dispatch({ type: "account-changed", address: null }),
    seeFailure: () => dispatch({ type: "failure-seen" }),
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

/** What is changed in the wallet itself. */
function useWalletChanges(provider: Provider | undefined, dispatch: Dispatch<Event>): void {
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

import type { Dispatch } from "react";
import type { PaymentApi } from "../api/payable.ts";
import type { Event, OpenSession } from "../session/state.ts";
import { sleep } from "../time.ts";
import { useWalletRuns, type WalletActions } from "../wallet/use-wallet-runs.ts";
import { pay, type Terms } from "./flow.ts";

export interface PaymentActions extends WalletActions {
  /** @param withWallet whether something is to be signed */
  pay(terms: Omit<Terms, "id" | "shown">, withWallet: boolean): void;
  seeFailure(): void;
}

/** The actions of the payer. */
export function usePayment(
  { payable, ...wallet }: OpenSession,
  api: PaymentApi,
  dispatch: Dispatch<Event>,
): PaymentActions {
  const { connection } = wallet;
  const chainId = payable.chain?.chainId ?? null;
  const { run, ...actions } = useWalletRuns(wallet, chainId, dispatch);
  return {
    ...actions,
    pay: (terms, withWallet) =>
      run(async (signal, report) => {
        const payer =
          withWallet && connection !== null && chainId !== null
            ? { provider: connection.wallet.provider, address: connection.address, chainId }
            : null;
        await pay({ id: payable.id, shown: payable.terms, ...terms }, payer, {
          api,
          sleep,
          signal,
          report,
        });
      }),
    seeFailure: () => dispatch({ type: "failure-seen" }),
  };
}

import { useEffect, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import type { PaymentApi } from "../api/payable.ts";
import { balanceIn, refusalText } from "../api/refusals.ts";
import type { OpenSession } from "../session/state.ts";

/** What the service says of a wallet before anything is signed. */
interface WalletCheck {
  /** In USDC; null while it is unknown. */
  readonly balance: string | null;
  /** Why the wallet cannot pay, in words for the payer; null while that is unknown, and for a wallet that can. */
  readonly refusal: string | null;
}

const unknown: WalletCheck = { balance: null, refusal: null };

/**
 * Asks the service what the connected wallet has, and whether it can pay what is due, so that too little USDC is seen before the
 * payer starts. Nothing is stored and nothing is signed.
 */
export function useWalletCheck(
  { payable: { id, amountDue, chain }, connection }: OpenSession,
  api: PaymentApi,
): WalletCheck {
  const [check, setCheck] = useState(unknown);
  const isAsked = connection !== null && connection.chainId === chain?.chainId;
  const payerAddress = isAsked ? connection.address : null;
  useEffect(() => {
    if (payerAddress === null) return;
    const abort = new AbortController();
    const tell = (found: WalletCheck) => !abort.signal.aborted && setCheck(found);
    api.prepare({ id, payerAddress }, abort.signal).then(
      ({ balance }) => tell({ balance, refusal: null }),
      (error: unknown) => {
        if (!(error instanceof ApiError) || error.kind !== "refused") return;
        tell({ balance: balanceIn(error.message), refusal: refusalText(error.message) });
      },
    );
    return () => {
      abort.abort();
      setCheck(unknown);
    };
  }, [api, id, payerAddress, amountDue]);
  return check;
}

import { isZero } from "@usance/ui";
import { useEffect, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import type { PaymentApi } from "../api/payable.ts";
import { refusalText } from "../api/refusals.ts";
import type { OpenSession } from "../session/state.ts";

/**
 * Asks the service whether the connected wallet can pay what is due, so that a wallet with too little USDC is seen before
 * the payer starts. Nothing is stored and nothing is signed.
 *
 * @returns why the wallet cannot pay, in words for the payer; null while that is unknown, and for a wallet that can
 */
export function useRefusal(
  { payable: { id, amountDue, chain }, connection }: OpenSession,
  api: PaymentApi,
): string | null {
  const [refusal, setRefusal] = useState<string | null>(null);
  const isAsked =
    connection !== null && connection.chainId === chain?.chainId && !isZero(amountDue);
  const payerAddress = isAsked ? connection.address : null;
  useEffect(() => {
    if (payerAddress === null) return;
    const abort = new AbortController();
    api.prepare({ id, payerAddress }, abort.signal).catch((error: unknown) => {
      const isRefused = error instanceof ApiError && error.kind === "refused";
      if (isRefused && !abort.signal.aborted) setRefusal(refusalText(error.message));
    });
    return () => {
      abort.abort();
      setRefusal(null);
    };
  }, [api, id, payerAddress, amountDue]);
  return refusal;
}

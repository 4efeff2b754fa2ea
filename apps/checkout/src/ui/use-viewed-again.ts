import { useEffect, useState } from "react";
import type { Payable, PaymentApi } from "../api/payable.ts";

/**
 * A part of what is paid that is there only once it is paid. What was paid while the page was open is viewed once more
 * to learn it.
 *
 * @param pick takes the part; null where it is not there yet
 */
export function useViewedAgain<Part>(
  id: string,
  known: Part | null,
  api: PaymentApi,
  pick: (payable: Payable) => Part | null,
): Part | null {
  const [part, setPart] = useState(known);
  useEffect(() => {
    if (part !== null) return;
    const abort = new AbortController();
    api.view(id, abort.signal).then(
      (payable) => setPart(pick(payable)),
      () => undefined, // it is there when the page is opened again
    );
    return () => abort.abort();
  }, [id, part, api, pick]);
  return part;
}

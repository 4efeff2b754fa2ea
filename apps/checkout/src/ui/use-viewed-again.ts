import { useEffect, useState } from "react";
import type { Payable, PaymentApi } from "../api/payable.ts";

/**
 * Returns a part of a record that exists only after the payment. If the payment happened while the page was open, the
 * record is read again.
 *
 * @param pick selects the part; null if it does not exist yet
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
      () => undefined, // it is shown when the page is opened again
    );
    return () => abort.abort();
  }, [id, part, api, pick]);
  return part;
}

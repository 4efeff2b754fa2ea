import { useEffect, useState } from "react";
import type { BilledApi, InvoiceUsage } from "../api/billed-api.ts";

/** The usage of an invoice, once it is read; `failed` when it could not be. */
export type UsageRead = InvoiceUsage | "reading" | "failed";

/** Reads the usage of an invoice that has some. */
export function useInvoiceUsage(api: BilledApi, linkToken: string, hasUsage: boolean): UsageRead {
  const [usage, setUsage] = useState<UsageRead>("reading");
  useEffect(() => {
    if (!hasUsage) return;
    const abort = new AbortController();
    api.usage(linkToken, abort.signal).then(setUsage, () => {
      if (!abort.signal.aborted) setUsage("failed");
    });
    return () => abort.abort();
  }, [api, linkToken, hasUsage]);
  return usage;
}

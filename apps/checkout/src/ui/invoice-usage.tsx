import { Note, UsagePlot } from "@usance/ui";
import { useEffect, useId, useState } from "react";
import type { BilledApi, InvoiceUsage } from "../api/billed-api.ts";

/** The usage of an invoice, once it is read; `failed` when it could not be. */
export type UsageRead = InvoiceUsage | "reading" | "failed";

export const InvoiceUsageSection = ({ usage }: { usage: UsageRead }) => {
  const headingId = useId();
  return (
    <section className="invoice-usage" aria-labelledby={headingId}>
      <h2 id={headingId}>Usage</h2>
      {usage === "reading" ? (
        <p className="aside">Adding up the usage…</p>
      ) : usage === "failed" ? (
        <Note>The usage cannot be shown at the moment. Open this page again later.</Note>
      ) : (
        <>
          <UsagePlot
            interval={usage.interval}
            series={usage.prefixes.map(({ prefix, ...sums }) => ({ name: prefix, ...sums }))}
          />
          {usage.hasMorePrefixes && (
            <p className="aside">Usage under other keys, with fewer events, is not shown.</p>
          )}
          {usage.count === maxSummed && (
            <p className="aside">The sums cover the newest 100,000 usage events.</p>
          )}
        </>
      )}
    </section>
  );
};

/** The service adds up no more events. */
const maxSummed = 100_000;

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

import { Note, UsagePlot } from "@usance/ui";
import { useId } from "react";
import type { UsageRead } from "./use-invoice-usage.ts";

// The portal shows the same chart, which is in the file of this part.
export { UsagePlot };

/** Loaded only for invoices that bill usage events. */
export default function InvoiceUsageSection({ usage }: { usage: UsageRead }) {
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
}

/** The service adds up no more events. */
const maxSummed = 100_000;

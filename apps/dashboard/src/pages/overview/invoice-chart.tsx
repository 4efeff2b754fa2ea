import { Link } from "@tanstack/react-router";
import { Aside, type BarSeries, Menu, Section } from "@usance/ui";
import { lazy, Suspense } from "react";
import { saveRows } from "../../api/csv.ts";
import type { Range } from "../../words/ranges.ts";

// Charts are loaded when one is shown.
const StackedBars = lazy(async () => ({
  default: (await import("../../ui/charts.ts")).StackedBars,
}));

interface InvoiceChartProps {
  readonly series: readonly BarSeries[];
  readonly range: Range;
}

/** Amounts of invoices by the day on which they were created; as a table and as CSV too. */
export function InvoiceChart({ series, range }: InvoiceChartProps) {
  const rows = series.flatMap(({ name, intervals }) =>
    intervals.map(({ start, value }) => [start, name, value]),
  );
  const saved = [["day", "state", "amount"], ...rows];
  return (
    <Section
      heading="Invoices"
      actions={
        <>
          <Link to="/invoices">All</Link>
          {rows.length > 0 && (
            <Menu
              label="Invoices of these days"
              items={[{ words: "Download CSV", onChoose: () => saveRows("invoices.csv", saved) }]}
            />
          )}
        </>
      }
    >
      {rows.length === 0 ? (
        <Aside>There are no records in this time.</Aside>
      ) : (
        <Suspense fallback={<Aside>Loading the chart…</Aside>}>
          <StackedBars
            caption="Invoices"
            unit="USDC"
            interval="DAY"
            from={range.firstDay}
            to={range.lastDay}
            series={series}
          />
        </Suspense>
      )}
    </Section>
  );
}

import { Aside, type BarSeries, Menu } from "@usance/ui";
import { lazy, Suspense } from "react";
import { saveRows } from "../../api/csv.ts";
import type { Range } from "../../words/ranges.ts";

// Charts are loaded when one is shown.
const StackedBars = lazy(async () => ({
  default: (await import("../../ui/charts.ts")).StackedBars,
}));

interface MoneyChartProps {
  readonly caption: string;
  readonly series: readonly BarSeries[];
  readonly range: Range;
}

/** Amounts by the day on which their records were created; as a table and as CSV too. */
export function MoneyChart({ caption, series, range }: MoneyChartProps) {
  if (series.every(({ intervals }) => intervals.length === 0)) {
    return <Aside>There are no records in this time.</Aside>;
  }
  const rows = series.flatMap(({ name, intervals }) =>
    intervals.map(({ start, value }) => [start, name, value]),
  );
  return (
    <div className="chart">
      <Suspense fallback={<Aside>Loading the chart…</Aside>}>
        <StackedBars
          caption={caption}
          unit="USDC"
          interval="DAY"
          from={range.firstDay}
          to={range.lastDay}
          series={series}
        />
      </Suspense>
      <div className="chart-menu">
        <Menu
          label={`${caption} of these days`}
          items={[
            {
              words: "Download CSV",
              onChoose: () =>
                saveRows(`${caption.toLowerCase()}.csv`, [["day", "state", "amount"], ...rows]),
            },
          ]}
        />
      </div>
    </div>
  );
}

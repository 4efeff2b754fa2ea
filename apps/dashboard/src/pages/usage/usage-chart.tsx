import { useQuery } from "@tanstack/react-query";
import { Aside, changeText, intervalAfter, intervalsBetween, Menu, quantityText } from "@usance/ui";
import { lazy, Suspense } from "react";
import { trpc } from "../../api/client.ts";
import { saveRows } from "../../api/csv.ts";
import type { UsageSeries } from "../../api/records.ts";
import { useZone } from "../../frame/zone.tsx";
import { Answer } from "../../ui/answer.tsx";
import { dayOf, type Range } from "../../words/ranges.ts";
import { seriesOf, valuesBefore } from "./usage-series.ts";

// Charts are loaded when one is shown.
const StackedBars = lazy(async () => ({
  default: (await import("../../ui/charts.ts")).StackedBars,
}));

interface UsageChartProps {
  readonly of: {
    readonly subscriptionId?: string | undefined;
    readonly serviceId?: string | undefined;
    readonly prefix?: string | undefined;
  };
  readonly range: Range;
  readonly interval: "hour" | "day";
  /** The time before, for comparison. */
  readonly before?: Range;
  /** Times at which a billing period begins or ends. */
  readonly marks?: readonly string[];
}

/** Usage over time, with late usage on top, and the time before as a line; as a table and as CSV too. */
export function UsageChart({ of, range, interval, before, marks = [] }: UsageChartProps) {
  const { timeZone, from, to } = range;
  const query = { ...of, interval, timeZone };
  const now = useQuery(trpc.usageEvents.series.queryOptions({ ...query, from, to }));
  const earlier = useQuery({
    ...trpc.usageEvents.series.queryOptions({
      ...query,
      from: before?.from ?? from,
      to: before?.to ?? to,
    }),
    enabled: before !== undefined,
  });
  return (
    <Answer of={now}>
      {({ usageSeries }) =>
        usageSeries.count === 0 ? (
          <Aside>Nothing was used in this time.</Aside>
        ) : (
          <Shown
            series={usageSeries}
            before={before && earlier.data?.usageSeries}
            {...{ range, marks }}
            beforeRange={before ?? range}
          />
        )
      }
    </Answer>
  );
}

interface ShownProps {
  readonly series: UsageSeries;
  readonly before: UsageSeries | undefined;
  readonly range: Range;
  readonly beforeRange: Range;
  readonly marks: readonly string[];
}

function Shown({ series, before, range, beforeRange, marks }: ShownProps) {
  const zone = useZone();
  const isHourly = series.interval === "hour";
  const interval = isHourly ? "HOUR" : "DAY";
  const startOf = ({ from, firstDay }: Range) => (isHourly ? from : firstDay);
  const shift = intervalsBetween(startOf(beforeRange), startOf(range), interval);
  const change = before === undefined ? null : changeText(series.quantity, before.quantity);
  return (
    <div className="chart">
      <div className="chart-head">
        <p>
          <strong>{quantityText(series.quantity)}</strong> in {series.count.toLocaleString("en")}{" "}
          events{change !== null && `, ${change} compared with the time before`}
        </p>
        <Menu
          label="Usage of this time"
          items={[{ words: "Download CSV", onChoose: () => saveRows("usage.csv", rowsOf(series)) }]}
        />
      </div>
      <Suspense fallback={<Aside>Loading the chart…</Aside>}>
        <StackedBars
          caption="Usage"
          unit={null}
          interval={interval}
          from={startOf(range)}
          to={isHourly ? intervalAfter(range.to, -1, "HOUR") : range.lastDay}
          series={seriesOf(series)}
          before={
            before === undefined
              ? []
              : valuesBefore(before, (start) => intervalAfter(start, shift, interval))
          }
          marks={marks
            .map((time) => (isHourly ? time : dayOf(new Date(time), zone)))
            .filter((at) => at > startOf(range) && at <= range.to)}
        />
      </Suspense>
    </div>
  );
}

/** All that the chart shows, and each prefix by itself. */
const rowsOf = ({ interval, prefixes }: UsageSeries): string[][] => [
  [interval, "prefix", "quantity", "late quantity", "events"],
  ...prefixes.flatMap(({ prefix, intervals }) =>
    intervals.map(({ start, quantity, lateQuantity, count }) => [
      start,
      prefix,
      quantity,
      lateQuantity,
      String(count),
    ]),
  ),
];

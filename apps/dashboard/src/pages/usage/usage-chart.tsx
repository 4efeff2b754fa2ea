import { useQuery } from "@tanstack/react-query";
import { Aside, Button, changeText, quantityText } from "@usance/ui";
import { lazy, Suspense } from "react";
import { trpc } from "../../api/client.ts";
import { saveRows } from "../../api/csv.ts";
import type { UsageSeries } from "../../api/records.ts";
import { useZone } from "../../frame/zone.tsx";
import { Answer } from "../../ui/answer.tsx";
import { dayOf, laterDay, type Range } from "../../words/ranges.ts";
import { daysBetween, seriesOf, valuesBefore } from "./usage-series.ts";

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

/** Usage over time, with late usage on top, and the same time before as an outline; as a table and as CSV too. */
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
            shift={before === undefined ? 0 : daysBetween(before.firstDay, range.firstDay)}
          />
        )
      }
    </Answer>
  );
}

interface ShownProps {
  readonly series: UsageSeries;
  readonly before: UsageSeries | undefined;
  /** How many days lie between the two. */
  readonly shift: number;
  readonly range: Range;
  readonly marks: readonly string[];
}

function Shown({ series, before, shift, range, marks }: ShownProps) {
  const zone = useZone();
  const isHourly = series.interval === "hour";
  const change = before === undefined ? null : changeText(series.quantity, before.quantity);
  return (
    <div className="chart">
      <p>
        <strong>{quantityText(series.quantity)}</strong> in {series.count.toLocaleString("en")}{" "}
        events{change !== null && `, ${change} compared with the time before`}
      </p>
      <Suspense fallback={<Aside>Loading the chart…</Aside>}>
        <StackedBars
          caption="Usage"
          unit={null}
          interval={isHourly ? "HOUR" : "DAY"}
          from={isHourly ? range.from : range.firstDay}
          to={isHourly ? lastHourOf(range) : range.lastDay}
          series={seriesOf(series)}
          before={before === undefined ? [] : valuesBefore(before, (start) => later(start, shift))}
          marks={marks
            .map((time) => (isHourly ? time : dayOf(new Date(time), zone)))
            .filter((at) => at > (isHourly ? range.from : range.firstDay) && at <= range.to)}
        />
      </Suspense>
      <Button kind="quiet" isSmall onClick={() => saveRows("usage.csv", rowsOf(series))}>
        Download CSV
      </Button>
    </div>
  );
}

const hourMs = 3_600_000;
const lastHourOf = ({ to }: Range) => new Date(Date.parse(to) - hourMs).toISOString();

const later = (start: string, days: number) =>
  start.length === 10
    ? laterDay(start, days)
    : new Date(Date.parse(start) + days * 24 * hourMs).toISOString();

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

import { Figure } from "../components/amount.tsx";
import { highest } from "../words/highest.ts";
import { type Interval, intervalText } from "../words/intervals.ts";
import { quantityText } from "../words/money.ts";
import { timeLabels } from "./axis.ts";
import { barsOf } from "./bars.ts";
import { ChartTable, columnNames } from "./chart-table.tsx";
import { Plot } from "./plot.tsx";
import { isWhole, ticksOf } from "./scale.ts";
import { Columns } from "./stacked-bars.tsx";

interface Usage {
  /** The first day of the interval in UTC: `2026-01-31`. */
  readonly start: string;
  readonly quantity: string;
}

export interface UsageSeries {
  readonly name: string;
  readonly quantity: string;
  /** Oldest first; an interval without usage is left out. */
  readonly intervals: readonly Usage[];
}

interface UsagePlotProps {
  readonly interval: Interval;
  readonly series: readonly UsageSeries[];
}

/**
 * Usage over time: bars for each series, over the same intervals and each on a scale of its own, since units differ;
 * and all of it as a table.
 */
export function UsagePlot({ interval, series }: UsagePlotProps) {
  const starts = series.flatMap(({ intervals }) => intervals.map(({ start }) => start)).toSorted();
  const [from = "", to = ""] = [starts.at(0), starts.at(-1)];
  const rows = series.flatMap(({ name, intervals }) => intervals.map((one) => ({ ...one, name })));
  return (
    <div className="usage">
      {series.map((one) => (
        <UsageBars key={one.name} series={one} interval={interval} from={from} to={to} />
      ))}
      <ChartTable
        caption="Usage"
        rows={rows}
        columns={[
          { label: columnNames[interval], cell: ({ start }) => intervalText(start, interval) },
          { label: "Usage", cell: ({ name }) => <bdi>{name}</bdi>, isSoft: true },
          {
            label: "Quantity",
            cell: ({ quantity }) => <Figure text={quantityText(quantity)} />,
            isFigure: true,
          },
        ]}
      />
    </div>
  );
}

interface UsageBarsProps {
  readonly series: UsageSeries;
  readonly interval: Interval;
  readonly from: string;
  readonly to: string;
}

function UsageBars({ series, interval, from, to }: UsageBarsProps) {
  const { name, quantity } = series;
  const intervals = series.intervals.map(({ start, quantity: value }) => ({ start, value }));
  const bars = barsOf({ from, to, interval }, [{ name, kind: "good", intervals }]);
  const most = highest(bars.map(({ total }) => total));
  const ticks = ticksOf(
    most,
    2,
    bars.every(({ total }) => isWhole(total)),
  );
  const [first, last] = [intervalText(from, interval), intervalText(to, interval)];
  const start = bars.find(({ total }) => total === most)?.start ?? from;
  const peak = `${quantityText(most)} on ${intervalText(start, interval)}`;
  const period = bars.length === 1 ? `on ${first}` : `from ${first} to ${last}, at most ${peak}`;
  return (
    <figure className="chart-figure">
      <figcaption>
        <bdi>{name}</bdi>
        <strong>
          <Figure text={quantityText(quantity)} />
        </strong>
      </figcaption>
      <Plot
        name={name}
        summary={`${name}: ${quantityText(quantity)} ${period}`}
        ticks={ticks}
        span={bars.length}
        stops={bars.map((_, place) => (place + 0.5) / bars.length)}
        told={(place) => ({
          title: intervalText(bars[place]?.start ?? from, interval),
          unit: null,
          rows: [{ name, text: quantityText(bars[place]?.total ?? "0") }],
        })}
        labels={(width) => timeLabels(from, bars.length, interval, width)}
        isSmall
      >
        <Columns bars={bars} top={ticks.at(-1) ?? "0"} />
      </Plot>
    </figure>
  );
}

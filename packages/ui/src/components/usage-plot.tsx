import { type Interval, intervalsBetween, intervalText } from "../words/intervals.ts";
import { isLess, isZero, quantityText, shareOf } from "../words/money.ts";
import { Figure } from "./amount.tsx";
import { Table } from "./table.tsx";

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

const columnNames = { HOUR: "Hour", DAY: "Day", MONTH: "Month", YEAR: "Year" };

/**
 * Usage over time: bars for each series, over the same intervals and each on a scale of its own, since units differ;
 * and all of it as a table.
 */
export function UsagePlot({ interval, series }: UsagePlotProps) {
  const starts = series.flatMap(({ intervals }) => intervals.map(({ start }) => start)).toSorted();
  const [from = "", to = ""] = [starts.at(0), starts.at(-1)];
  const rows = series.flatMap(({ name, intervals }) =>
    intervals.map(({ start, quantity }) => ({
      key: `${name} ${start}`,
      cells: [
        intervalText(start, interval),
        <bdi key="name">{name}</bdi>,
        <Figure key="quantity" text={quantityText(quantity)} />,
      ],
    })),
  );
  return (
    <div className="usage">
      {series.map((one) => (
        <Bars key={one.name} series={one} interval={interval} from={from} to={to} />
      ))}
      <details className="usage-table">
        <summary>Show as a table</summary>
        <Table
          caption="Usage"
          columns={[
            { label: columnNames[interval], width: "38%" },
            { label: "Usage", isSoft: true },
            { label: "Quantity", width: "32%" },
          ]}
          rows={rows}
        />
      </details>
    </div>
  );
}

interface BarsProps {
  readonly series: UsageSeries;
  readonly interval: Interval;
  readonly from: string;
  readonly to: string;
}

/** The width of a bar at most, as a part of the plot's: a single day is no wall. */
const widest = 0.08;

/** What is more than zero has a bar that is seen. */
const heightOf = (quantity: string, most: string) =>
  isZero(quantity) ? 0 : Math.max(shareOf(quantity, most) * 100, 2);

function Bars({ series: { name, quantity, intervals }, interval, from, to }: BarsProps) {
  const count = intervalsBetween(from, to, interval) + 1;
  const width = Math.min(widest * count, 0.8);
  const most = intervals.reduce((max, one) => (isLess(max.quantity, one.quantity) ? one : max), {
    start: from,
    quantity: "0",
  });
  const [first, last] = [intervalText(from, interval), intervalText(to, interval)];
  const peak = `${quantityText(most.quantity)} on ${intervalText(most.start, interval)}`;
  const period = count === 1 ? `on ${first}` : `from ${first} to ${last}, at most ${peak}`;
  return (
    <figure className="bars">
      <figcaption>
        <bdi>{name}</bdi>
        <strong>
          <Figure text={quantityText(quantity)} />
        </strong>
      </figcaption>
      <svg
        role="img"
        aria-label={`${name}: ${quantityText(quantity)} ${period}`}
        viewBox={`0 0 ${count} 100`}
        preserveAspectRatio="none"
      >
        {intervals.map((one) => {
          const height = heightOf(one.quantity, most.quantity);
          const x = intervalsBetween(from, one.start, interval) + (1 - width) / 2;
          return (
            <rect key={one.start} x={x} width={width} y={100 - height} height={height}>
              <title>{`${intervalText(one.start, interval)}: ${quantityText(one.quantity)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="bars-span" aria-hidden="true">
        <span>{first}</span>
        {count > 1 && <span>{last}</span>}
      </p>
    </figure>
  );
}

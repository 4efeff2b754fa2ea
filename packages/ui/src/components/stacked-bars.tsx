import { type Interval, intervalsBetween, intervalText } from "../words/intervals.ts";
import { amountText, isLess, isZero, quantityText, shareOf, sum } from "../words/money.ts";
import { Table } from "./table.tsx";

export interface BarSeries {
  readonly name: string;
  readonly kind: "good" | "now" | "bad" | "late" | "off";
  /** Oldest first; an interval with nothing is left out. */
  readonly intervals: readonly BarValue[];
}

interface BarValue {
  /** The first day of the interval in UTC: `2026-01-31`. */
  readonly start: string;
  /** A decimal. */
  readonly value: string;
}

interface StackedBarsProps {
  /** What it shows: `Payments`. */
  readonly caption: string;
  /** `USDC` for amounts; null for quantities. */
  readonly unit: string | null;
  readonly interval: Interval;
  /** The first and the last day. */
  readonly from: string;
  readonly to: string;
  readonly series: readonly BarSeries[];
  /** What there was in the same interval of the time before, as an outline. */
  readonly before?: readonly BarValue[];
  /** Days at which a billing period begins. */
  readonly marks?: readonly string[];
}

/**
 * Values over time, of several kinds on one scale, and all of it as a table. A value is text up to here: only its share of
 * the highest bar becomes a number, which is a height on the screen.
 */
export function StackedBars({
  caption,
  unit,
  interval,
  from,
  to,
  series,
  before = [],
  marks = [],
}: StackedBarsProps) {
  const text = unit === null ? quantityText : amountText;
  const count = intervalsBetween(from, to, interval) + 1;
  const bars = barsOf(series, before);
  const most = bars.map(({ total, earlier }) => greater(total, earlier)).reduce(greater, "0");
  const rows = [...bars].filter(({ total }) => !isZero(total));
  return (
    <figure className="bars stacked" aria-label={caption}>
      <ul className="legend">
        {series.map(({ name, kind, intervals }) => (
          <li key={name}>
            <span className={`key bar-${kind}`} aria-hidden="true" />
            {name} <strong>{text(sum(intervals.map(({ value }) => value)))}</strong>
            {unit !== null && ` ${unit}`}
          </li>
        ))}
        {before.length > 0 && (
          <li>
            <span className="key bar-before" aria-hidden="true" />
            Before <strong>{text(sum(before.map(({ value }) => value)))}</strong>
          </li>
        )}
      </ul>
      <div className="plot">
        <p className="plot-most" aria-hidden="true">
          {text(most)}
        </p>
        <svg
          role="img"
          aria-label={`${caption} from ${intervalText(from, interval)} to ${intervalText(to, interval)}: at most ${text(most)}${unit === null ? "" : ` ${unit}`}. The table below has all values.`}
          viewBox={`0 0 ${count} 100`}
          preserveAspectRatio="none"
        >
          {marks.map((day) => (
            <path
              key={day}
              className="mark-line"
              d={`M${intervalsBetween(from, day, interval)} 0v100`}
            />
          ))}
          {bars.map(({ start, parts, earlier }) => {
            const x = intervalsBetween(from, start, interval);
            return (
              <g key={start}>
                {!isZero(earlier) && (
                  <rect
                    className="bar-before"
                    x={x + 0.04}
                    width={0.92}
                    {...spanOf("0", earlier, most)}
                  />
                )}
                {parts.map(({ name, kind, below, value }) => (
                  <rect
                    key={name}
                    className={`bar-${kind}`}
                    x={x + 0.12}
                    width={0.76}
                    {...spanOf(below, value, most)}
                  >
                    <title>{`${intervalText(start, interval)}, ${name}: ${text(value)}`}</title>
                  </rect>
                ))}
              </g>
            );
          })}
        </svg>
      </div>
      <p className="bars-span" aria-hidden="true">
        <span>{intervalText(from, interval)}</span>
        {count > 1 && <span>{intervalText(to, interval)}</span>}
      </p>
      <details className="usage-table">
        <summary>Show as a table</summary>
        <Table
          caption={caption}
          columns={[
            { label: interval === "HOUR" ? "Hour" : "Day" },
            ...series.map(({ name }) => ({ label: name })),
            ...(before.length > 0 ? [{ label: "Before", isSoft: true }] : []),
          ]}
          rows={rows.map(({ start, parts, earlier }) => ({
            key: start,
            cells: [
              intervalText(start, interval),
              ...series.map(({ name }) =>
                text(parts.find((part) => part.name === name)?.value ?? "0"),
              ),
              ...(before.length > 0 ? [text(earlier)] : []),
            ],
          }))}
        />
      </details>
    </figure>
  );
}

const greater = (one: string, other: string) => (isLess(one, other) ? other : one);

/** The place of a part of a bar, in hundredths of the plot. What is more than zero is seen. */
function spanOf(below: string, value: string, most: string) {
  const height = Math.max(shareOf(value, most) * 100, 1);
  return { y: 100 - shareOf(below, most) * 100 - height, height };
}

/** Each interval with its values, one on top of the other, and what there was before. */
function barsOf(series: readonly BarSeries[], before: readonly BarValue[]) {
  const earlier = new Map(before.map(({ start, value }) => [start, value]));
  const starts = new Set([
    ...series.flatMap(({ intervals }) => intervals.map(({ start }) => start)),
    ...earlier.keys(),
  ]);
  return [...starts].toSorted().map((start) => {
    const values = series.flatMap(({ name, kind, intervals }) => {
      const found = intervals.find((one) => one.start === start);
      return found === undefined || isZero(found.value) ? [] : [{ name, kind, value: found.value }];
    });
    const parts = values.map((part, index) => ({
      ...part,
      below: sum(values.slice(0, index).map(({ value }) => value)),
    }));
    const total = sum(values.map(({ value }) => value));
    return { start, parts, total, earlier: earlier.get(start) ?? "0" };
  });
}

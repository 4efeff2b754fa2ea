import { useState } from "react";
import { highest } from "../words/highest.ts";
import { type Interval, intervalsBetween, intervalText } from "../words/intervals.ts";
import { amountText, isZero, quantityText, sum } from "../words/money.ts";
import { timeLabels } from "./axis.ts";
import {
  type Bar,
  type BarSeries,
  type BarValue,
  barsOf,
  barWidth,
  placeOf,
  stepsOf,
} from "./bars.ts";
import { ChartTable, columnNames } from "./chart-table.tsx";
import { Legend } from "./legend.tsx";
import { Plot, type Told } from "./plot.tsx";
import { isWhole, ticksOf } from "./scale.ts";

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
  /** What there was in the same interval of the time before, as a line. */
  readonly before?: readonly BarValue[];
  /** Days at which a billing period begins. */
  readonly marks?: readonly string[];
}

const beforeName = "Before";

/**
 * Values over time, of several kinds on one scale, and all of it as a table. A value is text up to here: only its share of
 * the scale becomes a number, which is a height on the screen.
 */
export function StackedBars(props: StackedBarsProps) {
  const { caption, unit, series, before = [] } = props;
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const shown = {
    ...props,
    series: series.filter(({ name }) => !hidden.includes(name)),
    before: hidden.includes(beforeName) ? [] : before,
  };
  const text = unit === null ? quantityText : amountText;
  const total = (values: readonly BarValue[]) => text(sum(values.map(({ value }) => value)));
  return (
    <figure className="chart-figure" aria-label={caption}>
      <Legend
        entries={[
          ...series.map(({ kind, name, intervals }) => ({ kind, name, text: total(intervals) })),
          ...(before.length > 0
            ? [{ kind: "before" as const, name: beforeName, text: total(before) }]
            : []),
        ]}
        {...{ unit, hidden }}
        onChange={setHidden}
      />
      <ShownBars {...shown} text={text} />
      <BarTable {...props} text={text} />
    </figure>
  );
}

interface ShownBarsProps extends StackedBarsProps {
  /** The words for a value. */
  readonly text: (value: string) => string;
}

function ShownBars({
  caption,
  unit,
  interval,
  from,
  to,
  series,
  before = [],
  marks = [],
  text,
}: ShownBarsProps) {
  const bars = barsOf({ from, to, interval }, series, before);
  const most = highest(bars.map(({ total }) => total));
  const values = bars.flatMap(({ total, earlier }) => [total, earlier]);
  const ticks = ticksOf(highest(values), 4, unit === null && values.every(isWhole));
  const top = ticks.at(-1) ?? "0";
  const steps = stepsOf(
    bars.map(({ earlier }) => earlier),
    top,
  );
  const told = (place: number): Told => {
    const { start = from, parts = [], total = "0", earlier = "0" } = bars[place] ?? {};
    return {
      title: intervalText(start, interval),
      unit,
      rows: [
        ...parts.map(({ kind, name, value }) => ({ kind, name, text: text(value) })),
        ...(parts.length > 1 ? [{ name: "Total", text: text(total) }] : []),
        ...(before.length > 0
          ? [{ kind: "before" as const, name: beforeName, text: text(earlier) }]
          : []),
      ],
    };
  };
  return (
    <Plot
      name={caption}
      summary={`${caption} from ${intervalText(from, interval)} to ${intervalText(to, interval)}: at most ${text(most)}${unit === null ? "" : ` ${unit}`}. The table below has all values.`}
      {...{ ticks, told }}
      span={bars.length}
      stops={bars.map((_, place) => (place + 0.5) / bars.length)}
      labels={(width) => timeLabels(from, bars.length, interval, width)}
    >
      {marks.map((day) => (
        <path
          key={day}
          className="mark-line"
          d={`M${intervalsBetween(from, day, interval)} 0v100`}
        />
      ))}
      <Columns {...{ bars, top }} />
      {before.length > 0 && (
        <>
          {/* The wider line of the card's color separates the other one from the bars. */}
          <path className="before-line before-edge" d={steps} />
          <path className="before-line" d={steps} />
        </>
      )}
    </Plot>
  );
}

/** The bars themselves, each as wide as the same part of its interval. */
export function Columns({ bars, top }: { readonly bars: readonly Bar[]; readonly top: string }) {
  const width = barWidth(bars.length);
  return bars.flatMap(({ start, parts }, place) =>
    parts
      .filter(({ value }) => !isZero(value))
      .map((part) => (
        <rect
          key={`${start} ${part.name}`}
          className={`kind-${part.kind}`}
          x={place + (1 - width) / 2}
          width={width}
          {...placeOf(part, top)}
        />
      )),
  );
}

function BarTable({ caption, interval, from, to, series, before = [], text }: ShownBarsProps) {
  const rows = barsOf({ from, to, interval }, series, before).filter(({ total }) => !isZero(total));
  return (
    <ChartTable
      caption={caption}
      rows={rows}
      columns={[
        { label: columnNames[interval], cell: ({ start }) => intervalText(start, interval) },
        ...series.map(({ name }, place) => ({
          label: name,
          cell: ({ parts }: Bar) => text(parts[place]?.value ?? "0"),
          isFigure: true,
        })),
        ...(before.length > 0
          ? [
              {
                label: beforeName,
                cell: ({ earlier }: Bar) => text(earlier),
                isFigure: true,
                isSoft: true,
              },
            ]
          : []),
      ]}
    />
  );
}

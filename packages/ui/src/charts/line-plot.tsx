import { highest } from "../words/highest.ts";
import { amountText, isLess, quantityText, shareOf } from "../words/money.ts";
import { type AxisLabel, fitted } from "./axis.ts";
import { ChartTable } from "./chart-table.tsx";
import { Plot } from "./plot.tsx";
import { isWhole, ticksOf, tickTexts } from "./scale.ts";

/** A quantity and what it costs, both decimals. */
export interface PlotPoint {
  readonly quantity: string;
  readonly amount: string;
}

interface LinePlotProps {
  /** What it shows: `Cost by requests`. */
  readonly caption: string;
  /** What is counted: `requests`. */
  readonly of: string;
  /** In the order of their quantities. */
  readonly points: readonly PlotPoint[];
  /** A point that is marked on the line. */
  readonly mark?: PlotPoint | undefined;
}

/** The width of the grid on which is drawn. */
const span = 1_000;

/**
 * Amounts of USDC by quantity as a line, and all of it as a table. A value is text up to here: only its share of the
 * scale becomes a number, which is a place on the screen.
 */
export function LinePlot({ caption, of, points, mark }: LinePlotProps) {
  const [first, last] = [points.at(0), points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const most = highest(points.map(({ amount }) => amount));
  const ticks = ticksOf(most, 4);
  const place = ({ quantity, amount }: PlotPoint) => ({
    x: shareOf(quantity, last.quantity) * span,
    y: (1 - shareOf(amount, ticks.at(-1) ?? "0")) * 100,
  });
  const places = points.map(place);
  const line = places.map(({ x, y }) => `${x} ${y}`).join("L");
  const marked = mark && place(mark);
  return (
    <figure className="chart-figure" aria-label={caption}>
      <p className="soft">USDC by {of}</p>
      <Plot
        name={caption}
        summary={`${caption}: ${amountText(first.amount)} USDC for ${quantityText(first.quantity)}, ${amountText(last.amount)} USDC for ${quantityText(last.quantity)}, at most ${amountText(most)} USDC. The table below has all values.`}
        ticks={ticks}
        span={span}
        stops={places.map(({ x }) => x / span)}
        told={(index) => {
          const { quantity, amount } = points[index] ?? first;
          return {
            title: `${quantityText(quantity)} ${of}`,
            unit: null,
            rows: [{ name: "Cost", text: `${amountText(amount)} USDC` }],
            dot: 1 - (places[index]?.y ?? 100) / 100,
          };
        }}
        labels={(width) => quantityLabels(points, width)}
      >
        <path className="plot-area" d={`M${places[0]?.x ?? 0} 100L${line}V100Z`} />
        {/* A line without length is a dot, which stretching does not distort. */}
        <path className={points.length === 1 ? "plot-dot" : "plot-line"} d={`M${line}h0`} />
        {marked && (
          <>
            <path className="mark-line" d={`M${marked.x} 0V100`} />
            <path className="plot-dot" d={`M${marked.x} ${marked.y}h0`} />
          </>
        )}
      </Plot>
      <ChartTable
        caption={caption}
        rows={points}
        columns={[
          { label: of, cell: ({ quantity }) => quantityText(quantity) },
          { label: "USDC", cell: ({ amount }) => amountText(amount), isFigure: true },
        ]}
      />
    </figure>
  );
}

/** Round quantities up to the last one. */
function quantityLabels(points: readonly PlotPoint[], width: number): readonly AxisLabel[] {
  const quantities = points.map(({ quantity }) => quantity);
  const most = highest(quantities);
  const ticks = ticksOf(most, 4, quantities.every(isWhole));
  const texts = tickTexts(ticks);
  const labels = ticks
    .map((tick, index) => ({ tick, text: texts[index] ?? "", at: shareOf(tick, most) }))
    .filter(({ tick }) => !isLess(most, tick));
  return fitted(labels, width) ?? [];
}

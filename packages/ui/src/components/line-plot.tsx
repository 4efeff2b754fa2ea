import { amountText, isLess, quantityText, shareOf } from "../words/money.ts";
import { Table } from "./table.tsx";

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

/** The size of the plot's own grid, on which the SVG is stretched. */
const size = { width: 1_000, height: 100 };

/**
 * Amounts of USDC by quantity as a line, and all of it as a table. A value is text up to here: only its share of the
 * largest one becomes a number, which is a place on the screen.
 */
export function LinePlot({ caption, of, points, mark }: LinePlotProps) {
  const [first, last] = [points.at(0), points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const most = points.map(({ amount }) => amount).reduce(greater, "0");
  const place = ({ quantity, amount }: PlotPoint) => ({
    x: shareOf(quantity, last.quantity) * size.width,
    y: (1 - shareOf(amount, most)) * size.height,
  });
  const line = points.map(place).map(({ x, y }) => `${x} ${y}`);
  const marked = mark && place(mark);
  return (
    <figure className="bars line-plot" aria-label={caption}>
      <div className="plot">
        <p className="plot-most" aria-hidden="true">
          {amountText(most)} USDC
        </p>
        <svg
          role="img"
          aria-label={`${caption}: ${amountText(first.amount)} USDC for ${quantityText(first.quantity)}, ${amountText(last.amount)} USDC for ${quantityText(last.quantity)}, at most ${amountText(most)} USDC. The table below has all values.`}
          viewBox={`0 0 ${size.width} ${size.height}`}
          preserveAspectRatio="none"
        >
          <path className="plot-area" d={`M0 ${size.height}L${line.join("L")}V${size.height}Z`} />
          <path className="plot-line" d={`M${line.join("L")}`} />
          {marked && (
            <>
              <path className="mark-line" d={`M${marked.x} 0V${size.height}`} />
              {/* A line without length is a dot, which stretching does not distort. */}
              <path className="plot-dot" d={`M${marked.x} ${marked.y}h0`} />
            </>
          )}
        </svg>
      </div>
      <p className="bars-span" aria-hidden="true">
        <span>{quantityText(first.quantity)}</span>
        <span>
          {quantityText(last.quantity)} {of}
        </span>
      </p>
      <details className="usage-table">
        <summary>Show as a table</summary>
        <Table
          caption={caption}
          columns={[{ label: of }, { label: "USDC" }]}
          rows={points.map(({ quantity, amount }) => ({
            key: quantity,
            cells: [quantityText(quantity), amountText(amount)],
          }))}
        />
      </details>
    </figure>
  );
}

const greater = (one: string, other: string) => (isLess(one, other) ? other : one);

import { highest } from "../words/highest.ts";
import { shareOf } from "../words/money.ts";

/**
 * The course of values as a tiny line beside a figure, which says what matters: nothing is told of it to those who do not
 * see it.
 */
export function Sparkline({ values }: { readonly values: readonly string[] }) {
  const most = highest(values);
  const heights = values.map((value) => (1 - shareOf(value, most)) * 100);
  // A single value is a level line.
  const line = heights.length === 1 ? [...heights, ...heights] : heights;
  return (
    <svg
      className="sparkline"
      aria-hidden="true"
      viewBox={`0 0 ${Math.max(line.length - 1, 1)} 100`}
      preserveAspectRatio="none"
    >
      {line.length > 0 && <path d={`M${line.map((y, x) => `${x} ${y}`).join("L")}`} />}
    </svg>
  );
}

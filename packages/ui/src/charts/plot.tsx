import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from "react";
import { Figure } from "../components/amount.tsx";
import "../styles/charts.css";
import type { AxisLabel } from "./axis.ts";
import { tickTexts } from "./scale.ts";
import { useWidth } from "./use-width.ts";

/** What a color means; `before` is the time before, for comparison. */
export type Kind = "good" | "now" | "bad" | "late" | "off" | "before";

/** What is said of a place of a chart. */
export interface Told {
  /** Its time or its quantity. */
  readonly title: string;
  /** What all of its values are counted in; null for quantities. */
  readonly unit: string | null;
  readonly rows: readonly { readonly kind?: Kind; readonly name: string; readonly text: string }[];
  /** The share of the height at which a dot marks its value. */
  readonly dot?: number;
}

interface PlotProps {
  /** What it shows: `Payments`. */
  readonly name: string;
  /** All of it in a sentence, for those who do not see it. */
  readonly summary: string;
  /** From 0 up; the last is the top. */
  readonly ticks: readonly string[];
  /** The width of the grid on which the children draw; its height is 100. */
  readonly span: number;
  /** The places of which something is told, as shares of the width, in order. */
  readonly stops: readonly number[];
  readonly told: (stop: number) => Told;
  readonly labels: (width: number) => readonly AxisLabel[];
  readonly isSmall?: boolean;
  /** What is drawn: SVG. */
  readonly children: ReactNode;
}

/**
 * A chart's frame: the scale, the axis, and a crosshair that tells the values at the place of the pointer, of a finger or
 * of the arrow keys.
 */
export function Plot(props: PlotProps) {
  const { ticks, span, summary, labels, isSmall = false, children } = props;
  return (
    <div className={isSmall ? "plot plot-small" : "plot"}>
      <div className="plot-scale" aria-hidden="true">
        {tickTexts(ticks).map((text) => (
          <span key={text} className="plot-tick">
            {text}
          </span>
        ))}
      </div>
      <div className="plot-field">
        <svg role="img" aria-label={summary} viewBox={`0 0 ${span} 100`} preserveAspectRatio="none">
          {ticks.map((tick, index) => (
            <path
              key={tick}
              className={index === 0 ? "base-line" : "grid-line"}
              d={`M0 ${100 - (index === 0 ? 0 : (index / (ticks.length - 1)) * 100)}h${span}`}
            />
          ))}
          {children}
        </svg>
        <Crosshair {...props} />
      </div>
      <Axis labels={labels} />
    </div>
  );
}

/** Labels, as many as there is room for. */
function Axis({ labels }: Pick<PlotProps, "labels">) {
  const [place, width] = useWidth<HTMLParagraphElement>();
  return (
    <p className="plot-axis" aria-hidden="true" ref={place}>
      {labels(width).map(({ at, text }) => (
        <span key={at} className="plot-label" style={{ left: percent(at) }}>
          {text}
        </span>
      ))}
    </p>
  );
}

const percent = (share: number) => `${share * 100}%`;

/** Tells the values of one place at a time. */
function Crosshair({ name, stops, told }: PlotProps) {
  const [chosen, setChosen] = useState<number>();
  const hintId = useId();
  const last = stops.length - 1;
  const stop = chosen === undefined ? undefined : Math.min(chosen, last);
  const values = stop === undefined ? undefined : told(stop);
  const at = stop === undefined ? 0 : (stops[stop] ?? 0);
  const hide = () => setChosen(undefined);
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(nearest(stops, (clientX - left) / width));
  };
  const press = (event: KeyboardEvent) => {
    const next = keyed(event.key, stop, last);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
  };
  return (
    <>
      {values && <span className="cross-line" style={{ left: percent(at) }} />}
      {values?.dot !== undefined && (
        <span className="cross-dot" style={{ left: percent(at), bottom: percent(values.dot) }} />
      )}
      {values && <Tip values={values} at={at} />}
      <div
        className="cross"
        role="application"
        aria-roledescription="chart"
        aria-label={`${name}: values`}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: The arrow keys move along its values.
        tabIndex={0}
        onPointerDown={point}
        onPointerMove={point}
        // What a finger chose stays when it is lifted, which also leaves the chart, but not when it scrolls the page.
        onPointerCancel={hide}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && hide()}
        onBlur={hide}
        onKeyDown={press}
      />
      <p className="unseen" id={hintId}>
        The left and right arrow keys tell one value after the other.
      </p>
      <p className="unseen" aria-live="polite">
        {values && sentence(values)}
      </p>
    </>
  );
}

/** @returns the place to which a key moves, undefined to hide the crosshair, or null for other keys */
export function keyed(
  key: string,
  stop: number | undefined,
  last: number,
): number | undefined | null {
  if (key === "ArrowRight") return stop === undefined ? 0 : Math.min(stop + 1, last);
  if (key === "ArrowLeft") return stop === undefined ? last : Math.max(stop - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return last;
  return key === "Escape" && stop !== undefined ? undefined : null;
}

/** @returns the place that is nearest to a share of the width */
export const nearest = (stops: readonly number[], at: number): number =>
  stops.reduce(
    (best, one, index) => (Math.abs(one - at) < Math.abs((stops[best] ?? 0) - at) ? index : best),
    0,
  );

const sentence = ({ title, unit, rows }: Told) =>
  `${title}: ${rows.map(({ name, text }) => `${name} ${text}`).join(", ")}${unit === null ? "" : ` ${unit}`}`;

/** The values beside the crosshair, on the side that has more room; it may cover the scale and a little of the margin. */
const Tip = ({
  values: { title, unit, rows },
  at,
}: {
  readonly values: Told;
  readonly at: number;
}) => (
  <div
    className="plot-tip"
    aria-hidden="true"
    style={
      at > 0.5
        ? { right: `calc(${percent(1 - at)} + 10px)`, maxWidth: `calc(${percent(at)} + 20px)` }
        : { left: `calc(${percent(at)} + 10px)`, maxWidth: percent(1 - at) }
    }
  >
    <p>
      <strong>{title}</strong>
      {unit !== null && ` ${unit}`}
    </p>
    <dl>
      {rows.map(({ kind, name, text }) => (
        <div key={name}>
          <dt>
            {kind !== undefined && <span className={`key kind-${kind}`} />}
            <bdi>{name}</bdi>
          </dt>
          <dd>
            <Figure text={text} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
);

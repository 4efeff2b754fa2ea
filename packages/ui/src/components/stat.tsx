import type { ReactNode } from "react";

interface StatProps {
  readonly name: string;
  readonly value: ReactNode;
  /** What the value is counted in: `USDC`. */
  readonly unit?: string;
  readonly note?: ReactNode;
}

/** Figures that matter most, side by side. */
export const Stats = ({ children }: { children: ReactNode }) => (
  <dl className="stats">{children}</dl>
);

/** One of them. */
export const Stat = ({ name, value, unit, note }: StatProps) => (
  <div className="stat">
    <dt>{name}</dt>
    <dd>
      <span className="stat-value">{value}</span>
      {unit !== undefined && <span className="stat-unit"> {unit}</span>}
      {note !== undefined && <span className="stat-note">{note}</span>}
    </dd>
  </div>
);

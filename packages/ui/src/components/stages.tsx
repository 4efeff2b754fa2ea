import type { ReactNode } from "react";
import { Check, Spinner } from "./icons.tsx";

export interface StageRow {
  readonly key: string;
  readonly label: string;
  readonly standing: "done" | "now" | "to-do";
  /** What else is known of it. */
  readonly more?: ReactNode;
}

const marks = { done: <Check />, now: <Spinner />, "to-do": null };

/** The way of something that takes a while: what is done, what is being done, and what comes. */
export const Stages = ({ stages }: { stages: readonly StageRow[] }) => (
  <ol className="stages">
    {stages.map(({ key, label, standing, more }) => (
      <li
        key={key}
        className={`stage stage-${standing}`}
        aria-current={standing === "now" ? "step" : undefined}
      >
        <span className="stage-mark">{marks[standing]}</span>
        <span className="stage-label">{label}</span>
        {more}
      </li>
    ))}
  </ol>
);

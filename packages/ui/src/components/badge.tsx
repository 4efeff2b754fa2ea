import type { ReactNode } from "react";

interface BadgeProps {
  /** `good`: done. `late`: needs attention. `bad`: failed. `now`: on its way. `off`: over, or not begun. */
  readonly kind: "good" | "late" | "bad" | "now" | "off";
  readonly children: ReactNode;
}

/** The state of a record, in a word. */
export const Badge = ({ kind, children }: BadgeProps) => (
  <span className={`badge badge-${kind}`}>{children}</span>
);

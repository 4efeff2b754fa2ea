import type { ReactNode } from "react";

interface EmptyProps {
  readonly heading: string;
  /** What makes the first record. */
  readonly children: ReactNode;
}

/** A place where nothing is yet, and how to change that. */
export const Empty = ({ heading, children }: EmptyProps) => (
  <div className="empty">
    <h3>{heading}</h3>
    {children}
  </div>
);

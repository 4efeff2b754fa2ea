import type { ReactNode } from "react";

/** Names and short values, side by side. */
export const Terms = ({ children }: { children: ReactNode }) => (
  <dl className="terms">{children}</dl>
);

interface TermProps {
  readonly name: string;
  /** The one that matters most. */
  readonly isStrong?: boolean;
  readonly children: ReactNode;
}

export const Term = ({ name, isStrong = false, children }: TermProps) => (
  <div className={isStrong ? "term-strong" : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Names, each above its long value. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="facts">{children}</dl>
);

export const Fact = ({ name, children }: Omit<TermProps, "isStrong">) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

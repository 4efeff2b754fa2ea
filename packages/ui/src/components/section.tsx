import { type ReactNode, useId } from "react";

interface SectionProps {
  readonly heading: string;
  /** What can be done with all of it, beside the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with its heading. */
export function Section({ heading, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{heading}</h2>
        {actions !== undefined && <div className="section-actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

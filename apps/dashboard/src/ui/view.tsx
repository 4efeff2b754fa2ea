import { type ReactNode, useEffect, useRef } from "react";

interface ViewProps {
  /** The heading, and the window's title. */
  readonly heading: string;
  /** A link to the list that it is in. */
  readonly within?: ReactNode;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Whether a view was shown before. If so, the next view's heading gets the focus, for people with a screen reader. */
let hasBegun = false;

/** One view of the dashboard, with its heading. */
export function View({ heading, within, lead, actions, children }: ViewProps) {
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${heading} · Usance`;
  }, [heading]);
  useEffect(() => {
    if (hasBegun) top.current?.focus({ preventScroll: true });
    hasBegun = true;
  }, []);
  return (
    <div className="view">
      <header className="view-head">
        <div>
          {within !== undefined && (
            <nav className="crumbs" aria-label="Breadcrumb">
              {within} <span aria-hidden="true">/</span>
            </nav>
          )}
          <h1 ref={top} tabIndex={-1}>
            {heading}
          </h1>
          {lead !== undefined && <p className="aside">{lead}</p>}
        </div>
        {actions !== undefined && <div className="section-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

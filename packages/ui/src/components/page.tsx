import { type ReactNode, useEffect } from "react";

interface PageProps {
  /** The window's. */
  readonly title: string;
  /** How things stand, in a sentence for those who hear the page. */
  readonly said: string;
  /** A line above the card; null for none. */
  readonly banner?: string | null;
  readonly children: ReactNode;
}

/** The frame of every state: one card, what the window is called, and what is said aloud. */
export function Page({ title, said, banner = null, children }: PageProps) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      {banner !== null && (
        <aside className="banner" aria-label="Notice">
          {banner}
        </aside>
      )}
      <main className="card">{children}</main>
      <p className="unseen" role="status">
        {said}
      </p>
    </>
  );
}

interface PartProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** The side of a card that stays as it is: what a page is about. */
export const Side = ({ label, children }: PartProps) => (
  <section className="side" aria-label={label}>
    {children}
  </section>
);

/** The side of a card where things happen. */
export const Panel = ({ label, children }: PartProps) => (
  <section className="panel" aria-label={label}>
    {children}
  </section>
);

/** A card of one part. */
export const Alone = ({ children }: { children: ReactNode }) => (
  <section className="alone">{children}</section>
);

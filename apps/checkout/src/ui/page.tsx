import { type ReactNode, type Ref, useEffect } from "react";

interface PageProps {
  /** The window's. */
  readonly title: string;
  /** How things stand, in a sentence for those who hear the page. */
  readonly said: string;
  readonly isPlayMoney?: boolean;
  readonly children: ReactNode;
}

/** The frame of every state: one card, what the window is called, and what is said aloud. */
export function Page({ title, said, isPlayMoney = false, children }: PageProps) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      {isPlayMoney && (
        <aside className="play-money" aria-label="Development">
          Development wallet: play money on the local chain
        </aside>
      )}
      <main className="card">{children}</main>
      <p className="unseen" role="status">
        {said}
      </p>
    </>
  );
}

interface MessageProps {
  readonly heading: string;
  readonly level?: 1 | 2;
  readonly icon?: ReactNode;
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly children?: ReactNode;
}

/** How things stand where there is nothing to fill in. */
export function Message({ heading, level = 2, icon, headingRef, children }: MessageProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="message">
      {icon}
      <Heading ref={headingRef} tabIndex={-1} className="message-heading">
        {heading}
      </Heading>
      {children}
    </div>
  );
}

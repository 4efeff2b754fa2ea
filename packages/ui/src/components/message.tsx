import type { ReactNode, Ref } from "react";

interface MessageProps {
  readonly heading: string;
  readonly level?: 1 | 2;
  readonly icon?: ReactNode;
  /** Where the focus goes when the message takes the place of what had it. */
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

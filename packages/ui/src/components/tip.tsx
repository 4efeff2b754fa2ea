import { type ReactNode, useId } from "react";

interface TipProps {
  /** The tooltip, such as the exact value of a rounded amount. */
  readonly text: string;
  readonly children: ReactNode;
}

/** Text with a tooltip on hover, focus and touch. Escape hides it. */
export function Tip({ text, children }: TipProps) {
  const id = useId();
  return (
    <button
      type="button"
      className="tip"
      aria-describedby={id}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Escape") currentTarget.blur();
      }}
    >
      {children}
      <span className="tip-text" role="tooltip" id={id}>
        {text}
      </span>
    </button>
  );
}

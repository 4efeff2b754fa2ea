import { useState } from "react";

interface CopyableProps {
  /** What the text is: `transaction`. */
  readonly what: string;
  readonly text: string;
}

/** A long hex text, shortened, whole for whoever copies it. */
export function Copyable({ what, text }: CopyableProps) {
  const [state, setState] = useState<"short" | "copied" | "whole">("short");
  const copy = () => {
    copied(text).then(
      (done) => setState(done ? "copied" : "whole"),
      (error: unknown) => {
        setState("whole");
        reportError(error);
      },
    );
  };
  return (
    <span className="copyable">
      <code title={text}>{state === "whole" ? text : shortened(text)}</code>
      {state !== "whole" && (
        <button type="button" className="link" onClick={copy} aria-label={`Copy the ${what}`}>
          {state === "copied" ? "Copied" : "Copy"}
        </button>
      )}
    </span>
  );
}

export const shortened = (hex: string) => `${hex.slice(0, 6)}…${hex.slice(-4)}`;

/** @returns false where the browser lets no page copy, as it does without https */
async function copied(text: string): Promise<boolean> {
  if (navigator.clipboard === undefined) return false;
  await navigator.clipboard.writeText(text);
  return true;
}

import { useState } from "react";
import { TextButton } from "./button.tsx";

interface CopyableProps {
  /** What the text is: `transaction`. */
  readonly what: string;
  readonly text: string;
}

/** A long hex text, shortened. Copying takes the whole. */
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
        <TextButton label={`Copy the ${what}`} onClick={copy}>
          {state === "copied" ? "Copied" : "Copy"}
        </TextButton>
      )}
    </span>
  );
}

/** @returns `0x5FbD…0aa3` */
export const shortened = (hex: string) => `${hex.slice(0, 6)}…${hex.slice(-4)}`;

/** @returns false where the browser lets no page copy, as it does without https */
export async function copied(text: string): Promise<boolean> {
  if (navigator.clipboard === undefined) return false;
  await navigator.clipboard.writeText(text);
  return true;
}

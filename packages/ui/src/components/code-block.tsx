import { useState } from "react";
import { Button } from "./button.tsx";
import { copied } from "./copyable.tsx";

interface CodeBlockProps {
  /** What the text is: `command`. */
  readonly what: string;
  readonly text: string;
  /** Whether a long line is broken, such as a link; a command is not. */
  readonly isWrapped?: boolean;
}

/** Text to paste elsewhere, such as a command. */
export function CodeBlock({ what, text, isWrapped = false }: CodeBlockProps) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className={isWrapped ? "code-block code-wrapped" : "code-block"}>
      {/* It scrolls, so the keyboard has to reach it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus */}
      <section className="code" tabIndex={0} aria-label={`The ${what}`}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <Button kind="quiet" isSmall onClick={() => void copied(text).then(setCopied, reportError)}>
        {isCopied ? "Copied" : `Copy the ${what}`}
      </Button>
    </div>
  );
}

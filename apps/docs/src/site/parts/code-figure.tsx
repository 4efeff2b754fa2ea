import { highlighted } from "../highlight.ts";
import { Html } from "./html.tsx";

interface CodeFigureProps {
  readonly text: string;
  readonly language: string;
}

/** Code with its colors. The page's script adds a button that copies it. */
export function CodeFigure({ text, language }: CodeFigureProps) {
  return (
    <div className="code-figure">
      {/* It scrolls, so the keyboard has to reach it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus */}
      <pre tabIndex={0}>
        <Html as="code" html={highlighted(text.replace(/\n$/, ""), language)} />
      </pre>
    </div>
  );
}

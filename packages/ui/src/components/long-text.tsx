import { useState } from "react";
import { TextButton } from "./button.tsx";

/** How many characters are shown before somebody asks for the rest. */
const maxShown = 280;

/** A text of a seller in its own direction. One that would fill a phone is cut on the screen, until somebody asks for the rest. */
export function LongText({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(text.length <= maxShown);
  return (
    <div className="long-text">
      <p className={isWhole ? "description" : "description description-cut"} dir="auto">
        {text}
      </p>
      {!isWhole && <TextButton onClick={() => setWhole(true)}>Show more</TextButton>}
    </div>
  );
}

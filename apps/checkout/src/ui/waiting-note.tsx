import type { Waiting } from "../api/patience.ts";

const words: Readonly<Record<Waiting, string>> = {
  "too-many":
    "There are many requests at the moment. Please wait: this page tries again by itself.",
  unreachable: "The service does not answer at the moment. This page tries again by itself.",
};

/** Why something is late, where it is. */
export const WaitingNote = ({ waiting }: { waiting: Waiting | null }) => (
  <div role="status">{waiting !== null && <p className="note">{words[waiting]}</p>}</div>
);

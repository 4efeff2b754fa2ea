import type { ReactNode } from "react";

/** What a person should know before going on. */
export const Note = ({ children }: { children: ReactNode }) => <p className="note">{children}</p>;

/** Why something came to nothing, said aloud when it appears; null where nothing is wrong. */
export const Problem = ({ text }: { text: string | null }) => (
  <div role="alert">{text !== null && <p className="problem">{text}</p>}</div>
);

/** A sentence of less weight. */
export const Aside = ({ children }: { children: ReactNode }) => <p className="aside">{children}</p>;

const waitingWords = {
  "too-many":
    "There are many requests at the moment. Please wait: this page tries again by itself.",
  unreachable: "The service does not answer at the moment. This page tries again by itself.",
} as const;

/** Why an answer of the service is late. */
export type Waiting = keyof typeof waitingWords;

/** Why something is late, where it is; null where nothing is. */
export const WaitingNote = ({ waiting }: { waiting: Waiting | null }) => (
  <div role="status">{waiting !== null && <Note>{waitingWords[waiting]}</Note>}</div>
);

import { useEffect, useRef, useState } from "react";
import { problemOf } from "../payment/problems.ts";

interface Action {
  readonly isBusy: boolean;
  /** Why the last try came to nothing. */
  readonly problem: string | null;
  run(work: (signal: AbortSignal) => Promise<void>): void;
}

/** Something that is done when a button is pressed, one thing at a time. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const run: Action["run"] = (work) => {
    if (isBusy) return;
    const abort = new AbortController();
    running.current = abort;
    setBusy(true);
    setProblem(null);
    work(abort.signal)
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        setProblem(problemOf(error));
      })
      .finally(() => {
        if (!abort.signal.aborted) setBusy(false);
      });
  };
  return { isBusy, problem, run };
}

import { type DependencyList, useCallback, useEffect, useState } from "react";

/** What was read, `reading` before that, `failed` when it could not be. */
export type Answer<Value> =
  | { readonly state: "reading" }
  | { readonly state: "failed" }
  | { readonly state: "read"; readonly value: Value };

interface Answered<Value> {
  readonly answer: Answer<Value>;
  /** Reads it once more. What was read before is shown until then. */
  readonly again: () => void;
  readonly set: (value: Value) => void;
}

/**
 * Reads something, and once more when what it is read by changes.
 *
 * @param by all that `read` depends on
 */
export function useAnswer<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  by: DependencyList,
): Answered<Value> {
  const [answer, setAnswer] = useState<Answer<Value>>({ state: "reading" });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    read(abort.signal).then(
      (value) => {
        if (!abort.signal.aborted) setAnswer({ state: "read", value });
      },
      () => {
        if (!abort.signal.aborted) setAnswer({ state: "failed" });
      },
    );
    return () => abort.abort();
  }, [round, ...by]);
  const again = useCallback(() => {
    setAnswer((before) => (before.state === "failed" ? { state: "reading" } : before));
    setRound((before) => before + 1);
  }, []);
  const set = useCallback((value: Value) => setAnswer({ state: "read", value }), []);
  return { answer, again, set };
}

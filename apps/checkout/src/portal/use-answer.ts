import { useCallback, useEffect, useState } from "react";

/** The answer; `reading` until it arrives, `failed` if it could not be read. */
type Answer<Value> =
  | { readonly state: "reading" }
  | { readonly state: "failed" }
  | { readonly state: "read"; readonly value: Value };

interface Answered<Value> {
  readonly answer: Answer<Value>;
  /** Reads the answer again. The earlier one is shown until then. */
  readonly again: () => void;
  readonly set: (value: Value) => void;
}

/** Reads something. @param read the same function until something else is to be read */
export function useAnswer<Value>(read: (signal: AbortSignal) => Promise<Value>): Answered<Value> {
  const [answer, setAnswer] = useState<Answer<Value>>({ state: "reading" });
  const [round, setRound] = useState({ read });
  if (round.read !== read) setRound({ read });
  useEffect(() => {
    const abort = new AbortController();
    round.read(abort.signal).then(
      (value) => {
        if (!abort.signal.aborted) setAnswer({ state: "read", value });
      },
      () => {
        if (!abort.signal.aborted) setAnswer({ state: "failed" });
      },
    );
    return () => abort.abort();
  }, [round]);
  const again = useCallback(() => {
    setAnswer((before) => (before.state === "failed" ? { state: "reading" } : before));
    setRound(({ read }) => ({ read }));
  }, []);
  const set = useCallback((value: Value) => setAnswer({ state: "read", value }), []);
  return { answer, again, set };
}

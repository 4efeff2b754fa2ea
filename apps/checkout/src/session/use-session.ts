import { eitherSignal, type Waiting } from "@usance/ui";
import { type Dispatch, useEffect, useReducer, useRef, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { patient } from "../api/patience.ts";
import type { Payable, PaymentApi } from "../api/payable.ts";
import { pace } from "../payment/pace.ts";
import { sleep } from "../time.ts";
import { isSameTerms } from "./changed-terms.ts";
import { type Event, isUnderWay, mayChange, reduce, type State } from "./state.ts";

type Waits = Readonly<Partial<Record<keyof PaymentApi, Waiting | null>>>;

export interface SessionParts {
  readonly state: State;
  readonly dispatch: Dispatch<Event>;
  readonly api: PaymentApi;
  /** Why something on the page is late. */
  readonly waiting: Waiting | null;
}

/** Reads a session, and polls it while it may change. */
export function useSession(plainApi: PaymentApi, id: string): SessionParts {
  const [state, dispatch] = useReducer(reduce, { name: "loading" });
  const [waits, setWaits] = useState<Waits>({});
  const [api] = useState(() =>
    patient(plainApi, {
      sleep,
      onWaiting: (call, why) =>
        setWaits((before) => (before[call] === why ? before : { ...before, [call]: why })),
    }),
  );
  useView(api, id, state.name === "loading", dispatch);
  const lost = useStatus(api, id, state, dispatch);

  const waiting = Object.values(waits).find((why) => why !== null) ?? (lost ? "unreachable" : null);
  return { state, dispatch, api, waiting };
}

function useView(api: PaymentApi, id: string, isLoading: boolean, dispatch: Dispatch<Event>): void {
  useEffect(() => {
    if (!isLoading) return;
    const abort = new AbortController();
    api.view(id, abort.signal).then(
      (payable) => dispatch({ type: "viewed", payable }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        const isUnknown = error instanceof ApiError && error.kind === "unknown";
        dispatch({ type: isUnknown ? "not-found" : "not-reached" });
      },
    );
    return () => abort.abort();
  }, [api, id, isLoading, dispatch]);
}

/** @returns whether there has been no answer for a while */
function useStatus(api: PaymentApi, id: string, state: State, dispatch: Dispatch<Event>): boolean {
  const [failures, setFailures] = useState(0);
  const isLive = mayChange(state);
  const underWay = state.name === "open" && isUnderWay(state.payable);
  const terms = useRef<Payable["terms"] | null>(null);
  useEffect(() => {
    terms.current = state.name === "open" ? state.payable.terms : null;
  }, [state]);

  useEffect(() => {
    if (!isLive) return;
    const abort = new AbortController();
    const follow = async () => {
      let failed = 0;
      for (;;) {
        await untilNextLook((hidden) => pace({ underWay, hidden, failures: failed }), abort.signal);
        try {
          const status = await api.status(id, abort.signal);
          abort.signal.throwIfAborted();
          failed = 0;
          dispatch({ type: "status-read", status });
          if (terms.current !== null && !isSameTerms(status.terms, terms.current)) {
            const payable = await api.view(id, abort.signal);
            dispatch({ type: "viewed-again", payable });
          }
        } catch (error) {
          abort.signal.throwIfAborted();
          if (!(error instanceof ApiError)) throw error;
          // The seller has replaced the link: nothing can be done with this one any more.
          if (error.kind === "unknown") dispatch({ type: "not-found" });
          failed += 1;
        }
        setFailures(failed);
      }
    };
    follow().catch((error: unknown) => {
      if (!abort.signal.aborted) reportError(error);
    });
    return () => abort.abort();
  }, [api, id, isLive, underWay, dispatch]);

  return isLive && failures > 1;
}

/** Waits for the time of the pace, or until the visitor returns to the page. */
async function untilNextLook(paceOf: (hidden: boolean) => number, signal: AbortSignal) {
  const woken = new AbortController();
  const wake = () => {
    if (!document.hidden) woken.abort();
  };
  document.addEventListener("visibilitychange", wake);
  try {
    await sleep(paceOf(document.hidden), eitherSignal(signal, woken.signal));
  } catch (error) {
    if (signal.aborted || !woken.signal.aborted) throw error;
  } finally {
    document.removeEventListener("visibilitychange", wake);
    woken.abort(); // so that the page's signal forgets it
  }
}

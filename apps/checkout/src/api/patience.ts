import type { Waiting } from "@usance/ui";
import { ApiError } from "./api-error.ts";
import type { PaymentApi } from "./payable.ts";

export interface Patience {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Told when a call waits to be made again, and with null when it has come to an end. */
  readonly onWaiting: (call: keyof PaymentApi, why: Waiting | null) => void;
}

const longestWaitS = 30;
export const moreTries = 5;

interface Turn {
  readonly signal: AbortSignal;
  readonly sleep: Patience["sleep"];
  /** How often a call without an answer is repeated. */
  readonly moreTries: number;
  readonly onWaiting?: (why: Waiting | null) => void;
}

/** Repeats a call that was refused as one too many until it is accepted, and a few times also when there was no answer. */
export async function patiently<Answer>(
  ask: () => Promise<Answer>,
  { signal, sleep, moreTries: tries, onWaiting }: Turn,
): Promise<Answer> {
  try {
    for (let tried = 0, unanswered = 0; ; tried++) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const tooMany = error.kind === "too-many";
        if (!tooMany && (error.kind !== "unreachable" || unanswered >= tries)) throw error;
        if (!tooMany) unanswered += 1;
        onWaiting?.(tooMany ? "too-many" : "unreachable");
        await sleep(waitS(tried, error.retryAfterS) * 1_000, signal);
      }
    }
  } finally {
    onWaiting?.(null);
  }
}

/**
 * Repeats calls that were refused as too many until they are accepted. Calls that are safe to repeat are also repeated
 * when there was no answer. The caller repeats reads itself, since it polls.
 */
export function patient(api: PaymentApi, { sleep, onWaiting }: Patience): PaymentApi {
  const call = <Answer>(
    name: keyof PaymentApi,
    signal: AbortSignal,
    ask: () => Promise<Answer>,
  ): Promise<Answer> =>
    patiently(ask, {
      signal,
      sleep,
      moreTries: name === "prepare" || name === "pay" ? moreTries : 0,
      onWaiting: (why) => onWaiting(name, why),
    });
  return {
    view: (id, signal) => call("view", signal, () => api.view(id, signal)),
    status: (id, signal) => call("status", signal, () => api.status(id, signal)),
    prepare: (input, signal) => call("prepare", signal, () => api.prepare(input, signal)),
    pay: (input, signal) => call("pay", signal, () => api.pay(input, signal)),
  };
}

function waitS(tried: number, retryAfterS: number | null): number {
  return Math.min(Math.max(retryAfterS ?? 2 ** tried, 1), longestWaitS);
}

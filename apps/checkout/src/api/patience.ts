import type { Waiting } from "@usance/ui";
import { ApiError } from "./api-error.ts";
import type { PaymentApi } from "./payable.ts";

export interface Patience {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Told when a call waits to be made again, and with null when it has come to an end. */
  readonly onWaiting: (call: keyof PaymentApi, why: Waiting | null) => void;
}

const longestWaitS = 30;
/** As often as a call is made again that nobody has answered. */
const moreTries = 5;

/**
 * Makes calls again that were too many, until they are not, and what changes nothing or is never done
 * twice also when nobody answered. Reads are the caller's to repeat: it makes them all the time.
 */
export function patient(api: PaymentApi, { sleep, onWaiting }: Patience): PaymentApi {
  const call = async <Answer>(
    name: keyof PaymentApi,
    signal: AbortSignal,
    ask: () => Promise<Answer>,
  ): Promise<Answer> => {
    const tries = name === "prepare" || name === "pay" ? moreTries : 0;
    try {
      for (let tried = 0, unanswered = 0; ; tried++) {
        try {
          return await ask();
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const tooMany = error.kind === "too-many";
          if (!tooMany && (error.kind !== "unreachable" || unanswered >= tries)) throw error;
          if (!tooMany) unanswered += 1;
          onWaiting(name, tooMany ? "too-many" : "unreachable");
          await sleep(waitS(tried, error.retryAfterS) * 1_000, signal);
        }
      }
    } finally {
      onWaiting(name, null);
    }
  };
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

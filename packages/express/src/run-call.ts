import {
  type Gate,
  type GateCall,
  type GateResult,
  type Hold,
  type ReachedLimit,
  UsanceError,
} from "@usance/sdk";
import type { Response } from "express";

/** What a call has used. */
export interface Use {
  /** What it cost, in USDC. Default: its price, or the most that it may cost, or what the rate card says. */
  readonly amount?: string;
  /** How many units it has used. Default: what the terms say. */
  readonly quantity?: string;
}

/** A call whose money is set aside. */
export interface BegunCall {
  /** null: the service is away, and `openFor` lets the call through. */
  readonly hold: Hold | null;
  /** Charges what the call has used. @throws UsanceError when it is refused, and nothing was charged */
  charge(use: Use): Promise<GateResult<undefined>>;
  /** Charges nothing, and gives back what was set aside. */
  release(): Promise<void>;
}

/** Sets aside what a call may cost. @throws UsanceError when it cannot be */
export function beginCall(gate: Gate, call: GateCall): Promise<BegunCall> {
  return new Promise((resolve, reject) => {
    const ended: Promise<GateResult<undefined>> = gate.run(
      call,
      (hold) =>
        new Promise((done, fail) => {
          resolve({
            hold,
            charge: ({ amount = call.max, quantity = call.quantity }) => {
              done({ quantity, value: undefined, ...(amount !== undefined && { amount }) });
              return ended;
            },
            release: async () => {
              fail(released);
              await ended.catch(rethrowOther);
            },
          });
        }),
    );
    ended.catch(reject);
  });
}

const released = new Error("The call is not charged.");

function rethrowOther(error: unknown): void {
  if (error !== released) throw error;
}

/** Charges a call once its response ends, or releases it if that is an error. */
export interface EndOptions {
  /** What the route has said that it used so far. */
  readonly used: () => Use;
  /** How long the hold lasts, in milliseconds. */
  readonly expiresInMs: number;
  readonly onError: (error: unknown) => void;
}

/** A hold is charged so long before it expires, in milliseconds, if the response has not ended. */
const beforeExpiryMs = 30_000;

/**
 * Holds a response's end back until its call is charged. Nothing is buffered: what a route streams is sent at once. If the
 * charge is refused and nothing was sent yet, the response is 503 without what the route has made.
 */
export function chargeAtEnd(res: Response, begun: BegunCall, options: EndOptions): void {
  const { used, expiresInMs, onError } = options;
  const end = res.end;
  let ending: Promise<boolean> | undefined;
  const settle = () => {
    clearTimeout(timer);
    ending ??= settled(res, begun, used()).then(
      () => true,
      (error: unknown) => {
        onError(error);
        return false;
      },
    );
    return ending;
  };
  // A response that never ends, whose client may have left, has cost what it has cost.
  const timer = setTimeout(settle, Math.max(0, expiresInMs - beforeExpiryMs));
  timer.unref();
  res.end = ((...body: Parameters<Response["end"]>) => {
    void settle().then((isSettled) => {
      res.end = end;
      if (isSettled || res.headersSent) res.end(...body);
      else refuse(res);
    });
    return res;
  }) as Response["end"];
}

/** Charges a response that is a success. Whether its error is known to the service does not matter to the caller. */
async function settled({ statusCode }: Response, begun: BegunCall, use: Use): Promise<void> {
  if (statusCode < 400) await begun.charge(use);
  else await begun.release();
}

/** Answers 503 instead of what was not paid for. */
export function refuse(res: Response, error?: unknown): void {
  for (const name of ["Content-Length", "Content-Encoding", "ETag", "Last-Modified"]) {
    res.removeHeader(name);
  }
  const retryAfter = error instanceof UsanceError ? error.retryAfter : null;
  if (retryAfter !== null) res.setHeader("Retry-After", String(Math.ceil(retryAfter)));
  res.status(503).json({ error: "Payments are not possible now. The call was not charged." });
}

/** Answers that a limit is reached, which a payment does not change. */
export function refuseAtLimit(res: Response, { name, resetsAt }: ReachedLimit): void {
  if (resetsAt !== null) res.set("Retry-After", new Date(resetsAt).toUTCString());
  res.status(429).json({ error: `The limit ${name} is reached.`, resetsAt });
}

import { type ReachedLimit, UsanceError } from "@usance/sdk";
import type { Response } from "express";
import { sessionHeader } from "./callers.ts";
import type { BegunCall, Use } from "./run-call.ts";

/** How long a route may go on after its client has left, in milliseconds, before its call is charged. */
const afterCloseMs = 60_000;

/** A call is charged so long before its hold expires, in milliseconds, if its response has not ended. */
const beforeExpiryMs = 30_000;

/** A response whose call is charged when it ends. */
export interface PaidResponse {
  /** Charges the call, or releases it if the response is an error. @returns false: that failed */
  settle(): Promise<boolean>;
}

export interface PaidResponseOptions {
  /** What the route has said that it used so far. */
  readonly used: () => Use;
  /** How long the hold lasts, in milliseconds. */
  readonly expiresInMs: number;
  readonly onError: (error: unknown) => void;
  /** Called when the call was charged or released. */
  readonly onSettled: () => void;
}

/**
 * Holds back the end of a response until its call is charged. Nothing is buffered: what a route streams is sent at once. If the
 * charge is refused and nothing was sent yet, the response is 503 instead of what the route has made.
 */
export function chargeAtEnd(
  res: Response,
  begun: BegunCall,
  { used, expiresInMs, onError, onSettled }: PaidResponseOptions,
): PaidResponse {
  const { end, writeHead } = res;
  const before = new Set(res.getHeaderNames());
  let sentStatus: number | undefined;
  let settling: Promise<boolean> | undefined;
  const settle = () => {
    for (const timer of timers) clearTimeout(timer);
    const status = sentStatus ?? res.statusCode;
    settling ??= (status < 400 ? begun.charge(used()) : begun.release())
      .then(
        () => true,
        (error: unknown) => {
          onError(error);
          return false;
        },
      )
      .finally(onSettled);
    return settling;
  };
  const after = (ms: number) => setTimeout(settle, ms).unref();
  const timers = [after(expiresInMs - beforeExpiryMs)];
  // Its route may still end it, and say until then what it has used.
  res.once("close", () => {
    if (settling === undefined) timers.push(after(afterCloseMs));
  });

  res.writeHead = ((status: number, ...rest: []) => {
    sentStatus = status;
    // A shared cache would give the session to others.
    const isStored = !/no-store/i.test(String(res.getHeader("Cache-Control")));
    if (res.hasHeader(sessionHeader) && isStored) res.setHeader("Cache-Control", "private");
    return writeHead.call(res, status, ...rest);
  }) as Response["writeHead"];
  res.end = ((...body: Parameters<Response["end"]>) => {
    const settled = settle();
    const thaw = frozen(res);
    void settled.then((isSettled) => {
      thaw();
      res.end = end;
      if (isSettled || res.headersSent) {
        res.end(...body);
        return;
      }
      for (const name of res.getHeaderNames()) if (!before.has(name)) res.removeHeader(name);
      refuse(res);
    });
    return res;
  }) as Response["end"];
  return { settle };
}

const changing = [
  ...["write", "end", "writeHead", "flushHeaders"],
  ...["setHeader", "setHeaders", "appendHeader", "removeHeader"],
];
const ending = ["headersSent", "writableEnded"];

/**
 * Makes a response look ended to its route: what is done to it until its end is sent has no effect. @returns what undoes that
 */
function frozen(res: Response): () => void {
  const { statusCode, statusMessage } = res;
  const own = [...changing, ...ending].map(
    (name) => [name, Object.getOwnPropertyDescriptor(res, name)] as const,
  );
  const inert = { value: () => res, configurable: true, writable: true };
  const isSo = { get: () => true, configurable: true };
  for (const name of changing) Object.defineProperty(res, name, inert);
  for (const name of ending) Object.defineProperty(res, name, isSo);
  return () => {
    for (const [name, was] of own) {
      Reflect.deleteProperty(res, name);
      if (was !== undefined) Object.defineProperty(res, name, was);
    }
    if (!res.headersSent) Object.assign(res, { statusCode, statusMessage });
  };
}

/** Whether nobody can answer a request any more: something else has, or the client has left. */
export const isOver = (res: Response): boolean =>
  res.headersSent || res.writableEnded || res.destroyed;

/** Answers 503. */
export function refuse(res: Response, error?: unknown): void {
  if (isOver(res)) return;
  const retryAfter = error instanceof UsanceError ? error.retryAfter : null;
  if (retryAfter !== null) res.setHeader("Retry-After", String(Math.ceil(retryAfter)));
  res.status(503).json({ error: "Payments are not possible now. The call was not charged." });
}

/** Answers that a limit is reached, which a payment does not change. */
export function refuseAtLimit(res: Response, { name, resetsAt }: ReachedLimit): void {
  if (resetsAt !== null) res.set("Retry-After", new Date(resetsAt).toUTCString());
  res.status(429).json({ error: `The limit ${name} is reached.`, resetsAt });
}

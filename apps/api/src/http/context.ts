import type { Request, Response } from "express";
import type { Parts } from "../parts.ts";
import { getReadiness } from "../readiness/get-readiness.ts";
import { sharedAnswer } from "../shared/shared-answer.ts";
import type { Context } from "../trpc/context.ts";
import { admission, type Gate } from "./admission.ts";

/** Makes the context of a request that holds so many calls. */
export type ContextOf = (req: Request, res: Response, calls: number) => Context;

/** How old a word on readiness may be, in milliseconds: anybody may ask, and it costs several questions. */
const readyFreshMs = 1_000;

export function contexts(parts: Parts, gate: Gate): ContextOf {
  const readiness = sharedAnswer(readyFreshMs, () => getReadiness(parts));
  return (req, res, calls) => ({
    ...parts,
    log: req.log,
    caller: admission(gate, req, res, calls),
    calls,
    requestId: String(req.id),
    idempotencyKey: req.headers["idempotency-key"]?.toString(),
    reply: { headers: {} },
    readiness,
  });
}

import type { Request, Response } from "express";
import type { Parts } from "../parts.ts";
import type { Context } from "../trpc/context.ts";
import { admission, type Gate } from "./admission.ts";

/** Makes the context of a request that holds so many calls. */
export type ContextOf = (req: Request, res: Response, calls: number) => Context;

export function contexts(parts: Parts, gate: Gate): ContextOf {
  return (req, res, calls) => ({
    ...parts,
    log: req.log,
    caller: admission(gate, req, res, calls),
    calls,
    requestId: String(req.id),
    idempotencyKey: req.headers["idempotency-key"]?.toString(),
    reply: { headers: {} },
  });
}

import type { Parts } from "../parts.ts";
import { getReadiness } from "../readiness/get-readiness.ts";
import { sharedAnswer } from "../shared/shared-answer.ts";
import type { Context } from "../trpc/context.ts";
import { admission, type Gate, visit } from "./admission.ts";
import type { Exchange } from "./exchange.ts";

/** Makes the context of a request that holds so many calls. */
export type ContextOf = (exchange: Exchange, calls: number) => Context;

/** How old a word on readiness may be, in milliseconds: anybody may ask, and it costs several questions. */
const readyFreshMs = 1_000;

/** @param proxies how many in front say where a request is from */
export function contexts(parts: Parts, gate: Gate, proxies: number): ContextOf {
  const readiness = sharedAnswer(readyFreshMs, () => getReadiness(parts));
  return (exchange, calls) => ({
    parts: { ...parts, log: exchange.log },
    request: {
      caller: admission(gate, exchange, { calls, proxies }),
      visit: visit(gate, exchange, { calls, proxies }),
      calls,
      id: exchange.id,
      idempotencyKey: exchange.req.headers["idempotency-key"]?.toString(),
    },
    reply: { headers: {} },
    readiness,
  });
}

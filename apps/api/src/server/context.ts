import type { Context } from "../operation/context.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { admission, type Gate, turn, visit } from "./admission.ts";
import { dashboardRequest } from "./dashboard-request.ts";
import type { Exchange } from "./exchange.ts";

/** Creates the context of a request with this number of calls. */
export type ContextOf = (exchange: Exchange, calls: number) => Context;

/** @param proxies number of trusted proxies in front of the service */
export function contexts(
  parts: Parts,
  { gate, readiness }: { readonly gate: Gate; readonly readiness: Context["readiness"] },
  proxies: number,
): ContextOf {
  return (exchange, calls) => ({
    parts,
    log: exchange.log,
    request: {
      caller: admission(gate, exchange, { calls, proxies, dashboardUrl: parts.dashboardUrl }),
      dashboard: () => dashboardRequest(exchange.req, parts.dashboardUrl),
      visit: visit(gate, exchange, { calls, proxies }),
      turn: turn(gate, exchange, proxies),
      calls,
      id: exchange.id,
      idempotencyKey: exchange.req.headers["idempotency-key"]?.toString(),
    },
    reply: { headers: {} },
    readiness,
  });
}

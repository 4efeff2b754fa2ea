import type { RequestListener } from "node:http";
import type { Config } from "../kit/config/config.ts";
import { logWith } from "../kit/log.ts";
import type { Context } from "../operation/context.ts";
import { failureOf } from "../operation/errors.ts";
import type { Parts } from "../operation/ports/parts.ts";
import type { Gate } from "./admission.ts";
import type { BodyMemory } from "./bodies/body-memory.ts";
import { bodies } from "./bodies/unread-body.ts";
import { contexts } from "./context.ts";
import { browserCallers } from "./cors.ts";
import { addressOf, type Door, type Exchange, noRoute, type RequestWatch } from "./exchange.ts";
import type { DevelopmentWallet } from "./pages/checkout-page.ts";
import type { Development } from "./pages/home-page.ts";
import { logos } from "./pages/logos.ts";
import { pageLookup } from "./pages/page-lookup.ts";
import { pages } from "./pages/pages.ts";
import { logEnd, requestId } from "./request-log.ts";
import { restDoor } from "./rest/rest-door.ts";
import { operations } from "./router.ts";
import { securityHeaders } from "./security-headers.ts";
import { sendError } from "./send.ts";
import { trpcDoor } from "./trpc/trpc-door.ts";

/** The dependencies of the HTTP app besides `Parts` and the configuration. */
export interface Surface {
  readonly gate: Gate;
  readonly readiness: Context["readiness"];
  readonly watches: readonly RequestWatch[];
  readonly bodyMemory: BodyMemory;
  readonly developmentWallet: DevelopmentWallet | null;
  /** null in production. */
  readonly development: Development | null;
}

/**
 * The HTTP app: REST and tRPC for the same operations, the OpenAPI document and the pages. REST and tRPC run without
 * Express, which would cost more than the rest of a request (docs/adr/0008-metering.md).
 */
export function httpApp(
  parts: Parts,
  { TRUST_PROXY, CORS_ORIGINS }: Pick<Config, "TRUST_PROXY" | "CORS_ORIGINS">,
  { watches, developmentWallet, development, bodyMemory, ...entrance }: Surface,
): RequestListener {
  const secure = securityHeaders();
  const contextOf = contexts(parts, entrance, TRUST_PROXY);
  const bodyOf = bodies(parts, bodyMemory, TRUST_PROXY);
  const doors: readonly Door[] = [
    restDoor(operations, contextOf, bodyOf),
    trpcDoor(operations, contextOf, bodyOf),
    logos(parts, entrance.gate, TRUST_PROXY),
  ];
  const exists = pageLookup(parts);
  const otherwise = pages(operations, {
    developmentWallet,
    development,
    exists,
  });

  const answer = async (exchange: Exchange) => {
    try {
      for (const door of doors) {
        const answered = door(exchange);
        if (answered !== null) return await answered;
      }
      await otherwise(exchange);
    } catch (error) {
      lastResort(exchange, error);
    }
  };
  const crossOrigin = CORS_ORIGINS && browserCallers(CORS_ORIGINS);
  return (req, res) => {
    const begin = performance.now();
    const id = requestId(req);
    const watched = watches.map((watch) => watch.begun(req));
    const traceId = watched.find((one) => one.traceId !== undefined)?.traceId;
    const { path, query } = addressOf(req);
    const exchange: Exchange = {
      req,
      res,
      path,
      query,
      id,
      log: logWith(parts.log, traceId === undefined ? { reqId: id } : { reqId: id, traceId }),
      headers: { ...secure, "X-Request-Id": id },
      asked: { door: "page", route: noRoute },
      failure: null,
    };
    res.once("close", () => {
      const seconds = (performance.now() - begin) / 1_000;
      for (const one of watched) one.ended(exchange, seconds);
      logEnd(exchange, seconds, { showPath: development !== null });
    });
    const begun = () => {
      if (crossOrigin === undefined) void answer(exchange);
      else crossOrigin(exchange, () => void answer(exchange));
    };
    watched.reduce((inner, one) => () => one.run(inner), begun)();
  };
}

/** Handles errors that no other code caught. */
function lastResort(exchange: Exchange, error: unknown): void {
  exchange.log.error({ err: error }, "request failed unexpectedly");
  if (exchange.res.headersSent) exchange.res.destroy();
  else sendError(exchange, failureOf(error));
}

import type { RequestListener } from "node:http";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Parts } from "../parts.ts";
import { unexpectedMessage } from "../trpc/errors.ts";
import { appRouter } from "../trpc/router.ts";
import type { Gate } from "./admission.ts";
import type { DevelopmentWallet } from "./checkout-page.ts";
import { contexts } from "./context.ts";
import { browserCallers } from "./cors.ts";
import { addressOf, type Door, type Exchange } from "./exchange.ts";
import { pages } from "./pages.ts";
import { requestLog } from "./request-log.ts";
import { restDoor } from "./rest-door.ts";
import { securityHeaders } from "./security-headers.ts";
import { sendJson } from "./send.ts";
import { trpcDoor } from "./trpc-door.ts";

/**
 * The HTTP face of the service: two doors to the same operations, the document and the pages. The doors
 * stand before Express, which would cost more than all else of a request (docs/adr/0018-cost-of-a-request.md).
 */
export function httpApp(
  parts: Parts,
  gate: Gate,
  { TRUST_PROXY, CORS_ORIGINS }: Pick<Config, "TRUST_PROXY" | "CORS_ORIGINS">,
  logger: Logger,
  developmentWallet: DevelopmentWallet | null,
): RequestListener {
  const begin = requestLog(logger);
  const secure = securityHeaders();
  const contextOf = contexts(parts, gate, TRUST_PROXY);
  const doors: readonly Door[] = [restDoor(appRouter, contextOf), trpcDoor(appRouter, contextOf)];
  const otherwise = pages(appRouter, { developmentWallet });

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
    const { id, log } = begin(req, res);
    const headers = { ...secure, "X-Request-Id": id };
    const exchange = { req, res, ...addressOf(req), id, log, headers };
    if (crossOrigin === undefined) void answer(exchange);
    else crossOrigin(exchange, () => void answer(exchange));
  };
}

/** What nobody caught. */
function lastResort(exchange: Exchange, error: unknown): void {
  exchange.log.error({ err: error }, "request failed unexpectedly");
  if (exchange.res.headersSent) exchange.res.destroy();
  else sendJson(exchange, 500, { error: unexpectedMessage });
}

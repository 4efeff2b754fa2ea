import cors from "cors";
import type { Config } from "../kit/config/config.ts";
import { type Exchange, setHead } from "./exchange.ts";

/**
 * Lets pages of these origins call the API and read its responses, errors included. Preflights are answered here,
 * before authentication, because browsers send no key with them. Pages send the key in a header that they set
 * themselves, so credentials such as cookies are never allowed.
 */
export function browserCallers(
  origins: NonNullable<Config["CORS_ORIGINS"]>,
): (exchange: Exchange, proceed: () => void) => void {
  const crossOrigin = cors({
    origin: origins,
    methods: ["GET", "POST", "PATCH", "PUT", "DELETE"],
    allowedHeaders: [
      "Authorization",
      "Content-Type",
      "Idempotency-Key",
      "Usance-Record",
      "X-Request-Id",
      "trpc-accept",
      "x-trpc-source",
    ],
    exposedHeaders: [
      "X-Request-Id",
      "Location",
      "RateLimit-Limit",
      "RateLimit-Remaining",
      "RateLimit-Reset",
      "Retry-After",
      "Idempotent-Replayed",
      "WWW-Authenticate",
      "Usance-Error",
      "Usance-Error-Param",
      "Usance-Error-Hint",
      "Usance-Warning",
    ],
    maxAge: 600,
  });
  return (exchange, proceed) => {
    if (exchange.req.method === "OPTIONS") setHead(exchange);
    crossOrigin(exchange.req, exchange.res, proceed);
  };
}

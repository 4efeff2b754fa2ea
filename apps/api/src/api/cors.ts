import cors from "cors";
import type { Config } from "../config/config.ts";
import { type Exchange, setHead } from "./exchange.ts";

/**
 * Lets pages of these origins call and read the answers, errors included. Their preflights are
 * answered here, before any key is asked for: browsers send none with them. Keys travel in a header
 * that a page sets itself, so cookies and the like are never allowed.
 */
export function browserCallers(
  origins: NonNullable<Config["CORS_ORIGINS"]>,
): (exchange: Exchange, proceed: () => void) => void {
  const crossOrigin = cors({
    origin: origins,
    methods: ["GET", "POST", "PATCH", "DELETE"],
    allowedHeaders: [
      "Authorization",
      "Content-Type",
      "Idempotency-Key",
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
    ],
    maxAge: 600,
  });
  return (exchange, proceed) => {
    if (exchange.req.method === "OPTIONS") setHead(exchange);
    crossOrigin(exchange.req, exchange.res, proceed);
  };
}

import type { RequestListener } from "node:http";
import cors, { type CorsOptions } from "cors";
import express, { type Request, type Response } from "express";
import helmet from "helmet";
import type { Config } from "../kit/config/config.ts";
import type { Context } from "../operation/context.ts";
import {
  errorHeaders,
  failureOf,
  PublicError,
  publicRefusal,
  routeNotFound,
} from "../operation/errors.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { contexts, type Gate } from "./admission.ts";
import { bodies } from "./bodies/bodies.ts";
import type { BodyMemory } from "./bodies/body-memory.ts";
import { type Exchange, exchangeOf, keepExchange, noRoute, type RequestWatch } from "./exchange.ts";
import { mcpDoor } from "./mcp/mcp-door.ts";
import type { DevelopmentWallet } from "./pages/checkout-page.ts";
import { fileRefusals } from "./pages/file-refusals.ts";
import type { Development } from "./pages/home-page.ts";
import { pages } from "./pages/pages.ts";
import { observed } from "./request-log.ts";
import { restDoor } from "./rest/rest-door.ts";
import { operations } from "./router.ts";
import { sendError, sendJson } from "./send.ts";
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
 * The HTTP app: REST, tRPC and MCP for the same operations, the OpenAPI document and the pages. Express serves all requests but
 * those for REST, which run in front of it: the way through Express costs too much of a usage event (docs/adr/0003-http.md).
 */
export function httpApp(
  parts: Parts,
  { TRUST_PROXY, CORS_ORIGINS }: Pick<Config, "TRUST_PROXY" | "CORS_ORIGINS">,
  surface: Surface,
): RequestListener {
  const contextOf = contexts(parts, surface, TRUST_PROXY);
  const bodyOf = bodies(parts, surface.bodyMemory, TRUST_PROXY);
  const rest = restDoor(operations, contextOf, bodyOf);
  const share = CORS_ORIGINS && cors({ ...crossOrigin, origin: CORS_ORIGINS });
  const app = express();
  app.disable("x-powered-by");
  app.use((_req, res, next) => {
    res.setHeaders(new Map(Object.entries(exchangeOf(res).headers)));
    next();
  });
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  app.use("/trpc", trpcDoor(operations, contextOf, bodyOf));
  app.all("/mcp", mcpDoor(operations, contextOf, bodyOf, { CORS_ORIGINS }));
  app.use(pages(parts, surface, TRUST_PROXY));

  return observed(parts.log, surface, (exchange) => {
    const { req, res } = exchange;
    const end = (error?: unknown) => answerOther(exchange, error);
    const answer = () => {
      const answered = rest(exchange);
      if (answered !== null) {
        answered.catch(end);
        return;
      }
      keepExchange(exchange);
      app(req as Request, res as Response, end);
    };
    if (share === undefined) {
      answer();
      return;
    }
    res.setHeader("X-Request-Id", exchange.id); // for the answer to a preflight
    share(req, res, answer);
  });
}

/** Pages send the key in a header that they set themselves, so credentials such as cookies are never allowed. */
const crossOrigin = {
  methods: ["GET", "POST", "PATCH", "PUT", "DELETE"],
  allowedHeaders: [
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "Last-Event-ID",
    "MCP-Protocol-Version",
    "Mcp-Method",
    "Mcp-Name",
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
    "Usance-Limit",
    "Usance-Limit-Max",
    "Usance-Limit-Used",
    "Usance-Limit-Remaining",
    "Usance-Limit-Reset",
    "Usance-Warning",
  ],
  maxAge: 600,
} satisfies CorsOptions;

/** Answers a request that no handler answered, or in which one threw. */
function answerOther(exchange: Exchange, error: unknown): void {
  if (error instanceof PublicError) {
    sendError(exchange, error);
    return;
  }
  const status = error === undefined ? 404 : statusOf(error);
  const refusal = fileRefusals[status];
  if (refusal !== undefined) {
    sendJson(exchange, status, { error: refusal.message }, errorHeaders(refusal));
  } else if (status < 500) {
    exchange.asked = { door: "page", route: noRoute };
    sendError(exchange, publicRefusal(routeNotFound));
  } else {
    exchange.log.error({ err: error }, "request failed unexpectedly");
    if (exchange.res.headersSent) exchange.res.destroy();
    else sendError(exchange, failureOf(error));
  }
}

/** The status of an error that Express or its file server threw: for example, 400 for a path that cannot be decoded. */
const statusOf = (error: unknown): number => {
  const { status }: { readonly status?: unknown } = Object(error);
  return typeof status === "number" ? status : 500;
};

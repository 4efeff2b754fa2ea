import { randomUUID } from "node:crypto";
import express, { type ErrorRequestHandler, type Express, type Request } from "express";
import helmet from "helmet";
import { pinoHttp } from "pino-http";
import type { Authenticate } from "../auth/authenticate.ts";
import type { Parts } from "../parts.ts";
import type { Context } from "../trpc/context.ts";
import { publicRefusal, routeNotFound, unexpectedMessage } from "../trpc/errors.ts";
import { appRouter } from "../trpc/router.ts";
import { docs } from "./docs.ts";
import { openApiDocument } from "./openapi.ts";
import { restDoor } from "./rest-door.ts";
import { sendError, sendJson } from "./send.ts";
import { trpcDoor } from "./trpc-door.ts";

/** The HTTP face of the service: two doors to the same operations, the document and its page. */
export function httpApp(parts: Parts, authenticate: Authenticate): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use(requestLog(parts.log));
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));

  const contextOf = (req: Request) => newContext(parts, authenticate, req);
  const document = openApiDocument(appRouter);
  app.use(restDoor(appRouter, contextOf));
  app.use("/trpc", trpcDoor(appRouter, contextOf));
  app.get("/openapi.json", (_req, res) => sendJson(res, 200, document));
  app.use(docs());
  app.use((_req, res) => sendError(res, publicRefusal(routeNotFound)));
  app.use(lastResort);
  return app;
}

function newContext(parts: Parts, authenticate: Authenticate, req: Request): Context {
  let caller: ReturnType<Authenticate> | undefined;
  return {
    ...parts,
    log: req.log,
    caller: () => {
      caller ??= authenticate(req.headers.authorization);
      return caller;
    },
    requestId: String(req.id),
    idempotencyKey: req.headers["idempotency-key"]?.toString(),
    reply: { headers: {} },
  };
}

/** Every answer carries `X-Request-Id`; the log holds a line for each under the same id. */
function requestLog(logger: Parts["log"]) {
  return pinoHttp({
    logger,
    genReqId: (_req, res) => {
      const id = randomUUID();
      res.setHeader("X-Request-Id", id);
      return id;
    },
    quietReqLogger: true,
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? "error" : "debug"),
    // pino-http makes up an error for every 5xx; the real one is logged where it is caught.
    customErrorObject: (_req, _res, _error, { err: _, ...line }) => line,
    serializers: {
      req: (req: { id: string; method: string; url: string }) => ({
        id: req.id,
        method: req.method,
        path: req.url.split("?", 1)[0],
      }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
  });
}

/** What nobody caught. Express knows an error handler by its four parameters. */
const lastResort: ErrorRequestHandler = (error, req, res, _next) => {
  req.log.error({ err: error }, "request failed unexpectedly");
  if (res.headersSent) res.destroy();
  else sendJson(res, 500, { error: unexpectedMessage });
};

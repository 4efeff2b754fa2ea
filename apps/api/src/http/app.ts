import express, { type ErrorRequestHandler, type Express } from "express";
import helmet from "helmet";
import type { Config } from "../config.ts";
import type { Parts } from "../parts.ts";
import { publicRefusal, routeNotFound, unexpectedMessage } from "../trpc/errors.ts";
import { appRouter } from "../trpc/router.ts";
import type { Gate } from "./admission.ts";
import { contexts } from "./context.ts";
import { browserCallers } from "./cors.ts";
import { docs } from "./docs.ts";
import { openApiDocument } from "./openapi.ts";
import { requestLog } from "./request-log.ts";
import { restDoor } from "./rest-door.ts";
import { sendError, sendJson } from "./send.ts";
import { trpcDoor } from "./trpc-door.ts";

/** The HTTP face of the service: two doors to the same operations, the document and its page. */
export function httpApp(
  parts: Parts,
  gate: Gate,
  { TRUST_PROXY, CORS_ORIGINS }: Pick<Config, "TRUST_PROXY" | "CORS_ORIGINS">,
): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", TRUST_PROXY);
  app.use(requestLog(parts.log));
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  if (CORS_ORIGINS !== undefined) app.use(browserCallers(CORS_ORIGINS));

  const contextOf = contexts(parts, gate);
  const document = openApiDocument(appRouter);
  app.use(restDoor(appRouter, contextOf));
  app.use("/trpc", trpcDoor(appRouter, contextOf));
  app.get("/openapi.json", (_req, res) => sendJson(res, 200, document));
  app.use(docs());
  app.use((_req, res) => sendError(res, publicRefusal(routeNotFound)));
  app.use(lastResort);
  return app;
}

/** What nobody caught. Express knows an error handler by its four parameters. */
const lastResort: ErrorRequestHandler = (error, req, res, _next) => {
  req.log.error({ err: error }, "request failed unexpectedly");
  if (res.headersSent) res.destroy();
  else sendJson(res, 500, { error: unexpectedMessage });
};

import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type HttpLogger, pinoHttp } from "pino-http";
import type { Parts } from "../parts.ts";

/** Every answer carries `X-Request-Id`; the log holds a line for each under the same id. */
export function requestLog(logger: Parts["log"]): HttpLogger {
  return pinoHttp({
    logger,
    genReqId: (req, res) => {
      const id = givenId(req) ?? randomUUID();
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

/** The caller's own id of the request, where it is one that can stand in logs and headers as it is. */
function givenId({ headers }: IncomingMessage): string | undefined {
  const id = headers["x-request-id"]?.toString() ?? "";
  return /^[A-Za-z0-9._:+/=-]{1,128}$/.test(id) ? id : undefined;
}

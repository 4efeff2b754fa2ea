import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Log } from "../shared/log.ts";
import { addressOf } from "./exchange.ts";

/**
 * Every answer carries `X-Request-Id`; what is said of a request stands in the log under the same id,
 * its last line saying how it was answered.
 */
export function requestLog(
  logger: Logger,
): (req: IncomingMessage, res: ServerResponse) => { readonly id: string; readonly log: Log } {
  return (req, res) => {
    const id = idOf(req);
    const log = new RequestLog(logger, id);
    const begin = performance.now();
    res.once("close", () => {
      const failed = res.statusCode >= 500;
      if (!failed && !logger.isLevelEnabled("debug")) return;
      const about = {
        req: { method: req.method, path: addressOf(req).path },
        res: { status: res.statusCode },
        responseTime: Math.round(performance.now() - begin),
      };
      const message = res.writableFinished ? "request answered" : "caller left before the answer";
      if (failed) log.error(about, message);
      else log.debug(about, message);
    });
    return { id, log };
  };
}

/** The caller's own id of the request, where it is one that can stand in logs and headers as it is. */
function idOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"]?.toString();
  return given !== undefined && /^[A-Za-z0-9._:+/=-]{1,128}$/.test(given) ? given : randomUUID();
}

/** Has pino prepare lines with the id only when there is one to write: most requests have none. */
class RequestLog implements Log {
  readonly #logger: Logger;
  readonly #id: string;
  #own: Logger | undefined;

  constructor(logger: Logger, id: string) {
    this.#logger = logger;
    this.#id = id;
  }

  debug(about: object, message: string): void {
    this.#child.debug(about, message);
  }

  info(about: object, message: string): void {
    this.#child.info(about, message);
  }

  warn(about: object, message: string): void {
    this.#child.warn(about, message);
  }

  error(about: object, message: string): void {
    this.#child.error(about, message);
  }

  get #child(): Logger {
    this.#own ??= this.#logger.child({ reqId: this.#id });
    return this.#own;
  }
}

import { type Logo, logoLoader } from "../../catalog/services/load-logo.ts";
import { failureOf, PublicError, publicRefusal, routeNotFound } from "../../operation/errors.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { type Gate, visit } from "../admission.ts";
import { type Door, type Exchange, setHead } from "../exchange.ts";
import { sendError } from "../send.ts";

const path = /^\/logos\/([\w-]{1,100})\/([0-9a-f]{16})$/;

/** Serves the logos of services from this origin, to visitors of their pages. */
export function logos(
  parts: Pick<Parts, "db" | "clock" | "webhooks">,
  gate: Gate,
  proxies: number,
): Door {
  const load = logoLoader(parts);
  const answer = async (exchange: Exchange, serviceId: string, version: string) => {
    exchange.asked = { door: "page", route: "logos" };
    try {
      await visit(gate, exchange, { calls: 1, proxies })();
      const logo = await load(serviceId, version);
      if (logo === null) sendError(exchange, publicRefusal(routeNotFound));
      else sendLogo(exchange, logo);
    } catch (error) {
      sendError(exchange, error instanceof PublicError ? error : failureOf(error));
    }
  };
  return (exchange) => {
    const { method } = exchange.req;
    const [, serviceId, version] = path.exec(exchange.path) ?? [];
    if (serviceId === undefined || version === undefined) return null;
    return method === "GET" || method === "HEAD" ? answer(exchange, serviceId, version) : null;
  };
}

/** The image is shown as an image, and nothing in it runs. */
function sendLogo(exchange: Exchange, { type, bytes }: Logo): void {
  setHead(exchange);
  const { req, res } = exchange;
  res.setHeader("Content-Type", type);
  res.setHeader("Content-Length", bytes.length);
  res.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
  res.setHeader("Cache-Control", "public, max-age=86400");
  res.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  res.end(req.method === "HEAD" ? undefined : bytes);
}

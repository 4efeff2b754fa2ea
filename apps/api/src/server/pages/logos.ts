import { Router } from "express";
import { logoLoader } from "../../catalog/services/load-logo.ts";
import { networkNameOf } from "../../operation/access/limits/network.ts";
import { publicRefusal, routeNotFound } from "../../operation/errors.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { type Gate, refuseExceeded } from "../admission.ts";
import { exchangeOf } from "../exchange.ts";

const path = /^\/logos\/([\w-]{1,100})\/([0-9a-f]{16})$/;

/** Serves the logos of services from this origin, to visitors of their pages. */
export function logos(parts: Parts, { limits }: Pick<Gate, "limits">, proxies: number): Router {
  const load = logoLoader(parts);
  return Router().get(path, async (req, res) => {
    const exchange = exchangeOf(res);
    exchange.asked = { door: "page", route: "logos" };
    const [, serviceId = "", version = ""] = path.exec(req.path) ?? [];
    refuseExceeded(await limits?.ofVisitor(networkNameOf(proxies, req), 1));
    const logo = await load(serviceId, version);
    if (logo === null) throw publicRefusal(routeNotFound);
    // The image is shown as an image, and nothing in it runs.
    res.set({
      "Content-Type": logo.type,
      "Content-Length": String(logo.bytes.length),
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": "public, max-age=86400",
      "Cross-Origin-Resource-Policy": "cross-origin",
    });
    res.end(logo.bytes);
  });
}

import { type RequestHandler, Router } from "express";
import type { Parts } from "../../operation/ports/parts.ts";
import type { Gate } from "../admission.ts";
import { exchangeOf } from "../exchange.ts";
import { openApiDocument } from "../openapi/document.ts";
import { operations } from "../router.ts";
import { checkoutPage, type DevelopmentWallet } from "./checkout-page.ts";
import { dashboardPage } from "./dashboard-page.ts";
import { docsPage } from "./docs-page.ts";
import { type Development, homePage } from "./home-page.ts";
import { logos } from "./logos.ts";
import { pageLookup } from "./page-lookup.ts";

interface Terms {
  readonly gate: Gate;
  readonly developmentWallet: DevelopmentWallet | null;
  readonly development: Development | null;
}

/** Serves everything except operations: the OpenAPI document, the pages and the logos of services. */
export function pages(parts: Parts, terms: Terms, proxies: number): Router {
  const router = Router();
  router.use(asRoute("pages"));
  router.get("/openapi.json", document());
  router.use(homePage(terms.development));
  router.use(docsPage());
  router.use(checkoutPage(terms.developmentWallet, pageLookup(parts)));
  router.use(dashboardPage());
  router.use(logos(parts, terms.gate, proxies));
  return router;
}

/** Names the route for metrics and the log. */
const asRoute =
  (route: string): RequestHandler =>
  (_req, res, next) => {
    exchangeOf(res).asked = { door: "page", route };
    next();
  };

/** The OpenAPI document. It is generated at the first request, because that takes longer than the rest of a start. */
function document(): RequestHandler {
  // All responses share the buffer, so slow readers take no extra memory.
  let json: Buffer | undefined;
  return (_req, res) => {
    json ??= Buffer.from(JSON.stringify(openApiDocument(operations)));
    res.type("json").set({ "Cache-Control": "no-store", "Content-Length": String(json.length) });
    res.end(json); // `send` would hash it for each request
  };
}

import express from "express";
import { errorHeaders, publicRefusal, routeNotFound } from "../../operation/errors.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { type Exchange, noRoute, setHead } from "../exchange.ts";
import { openApiDocument } from "../openapi/document.ts";
import { sendError, sendJson, sendJsonText } from "../send.ts";
import { checkoutPage, type DevelopmentWallet } from "./checkout-page.ts";
import { dashboardPage } from "./dashboard-page.ts";
import { docs } from "./docs/docs.ts";
import { fileRefusals } from "./file-refusals.ts";
import { type Development, homePage } from "./home-page.ts";
import type { Exists } from "./page-lookup.ts";

interface Terms {
  readonly developmentWallet: DevelopmentWallet | null;
  readonly development: Development | null;
  readonly exists: Exists;
}

/** Serves everything except operations: the OpenAPI document, the pages and the 404 of unknown paths. */
export function pages(
  operations: readonly AnyOperation[],
  { developmentWallet, development, exists }: Terms,
): (exchange: Exchange) => Promise<void> {
  // Generated at the first request, because that takes longer than the rest of a start. All responses share the buffer, so
  // slow readers take no extra memory.
  let document: Buffer | undefined;
  const app = express();
  app.disable("x-powered-by");
  app.get("/openapi.json", (_req, res) => {
    document ??= Buffer.from(JSON.stringify(openApiDocument(operations)));
    sendJsonText({ res, headers: {} }, 200, document);
  });
  app.use(homePage(development));
  app.use(docs());
  app.use(checkoutPage(developmentWallet, exists));
  app.use(dashboardPage());
  return (exchange) =>
    new Promise((resolve, reject) => {
      const { req, res } = exchange;
      setHead(exchange);
      exchange.asked = { door: "page", route: "pages" };
      res.once("close", resolve);
      app(req as express.Request, res as express.Response, (error: unknown) => {
        const status = error === undefined ? 404 : statusOf(error);
        const refusal = fileRefusals[status];
        if (refusal !== undefined) {
          sendJson(exchange, status, { error: refusal.message }, errorHeaders(refusal));
        } else if (status < 500) {
          exchange.asked = { door: "page", route: noRoute };
          sendError(exchange, publicRefusal(routeNotFound));
        } else reject(error);
      });
    });
}

/** The status of an error that Express or its file server threw: for example, 400 for a path that cannot be decoded. */
function statusOf(error: unknown): number {
  const isTold = typeof error === "object" && error !== null && "status" in error;
  return isTold && typeof error.status === "number" ? error.status : 500;
}

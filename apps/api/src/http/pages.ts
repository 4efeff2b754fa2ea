import express from "express";
import { publicRefusal, routeNotFound } from "../trpc/errors.ts";
import type { AppRouter } from "../trpc/router.ts";
import { checkoutPage, type DevelopmentWallet } from "./checkout-page.ts";
import { docs } from "./docs.ts";
import { type Exchange, noRoute, setHead } from "./exchange.ts";
import { openApiDocument } from "./openapi.ts";
import { sendError, sendJson } from "./send.ts";

/** Everything that is no operation: the document, the pages, and the answer to what there is not. */
export function pages(
  appRouter: AppRouter,
  checkout: { readonly developmentWallet: DevelopmentWallet | null },
): (exchange: Exchange) => Promise<void> {
  const document = openApiDocument(appRouter);
  const app = express();
  app.disable("x-powered-by");
  app.get("/openapi.json", (_req, res) => sendJson({ res, headers: {} }, 200, document));
  app.use(docs());
  app.use(checkoutPage(checkout));
  return (exchange) =>
    new Promise((resolve, reject) => {
      const { req, res } = exchange;
      setHead(exchange);
      exchange.asked = { door: "page", route: "pages" };
      res.once("close", resolve);
      app(req as express.Request, res as express.Response, (error: unknown) => {
        // An address that is not percent-encoded UTF-8 is nobody's.
        if (error === undefined || error instanceof URIError) {
          exchange.asked = { door: "page", route: noRoute };
          sendError(exchange, publicRefusal(routeNotFound));
        } else reject(error);
      });
    });
}

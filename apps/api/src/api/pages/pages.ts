import express from "express";
import type { AnyOperation } from "../../operation/define.ts";
import { publicRefusal, routeNotFound } from "../../operation/errors.ts";
import { type Exchange, noRoute, setHead } from "../exchange.ts";
import { openApiDocument } from "../openapi/document.ts";
import { sendError, sendJson, sendJsonText } from "../send.ts";
import { checkoutPage, type DevelopmentWallet } from "./checkout-page.ts";
import { docs } from "./docs.ts";

/** Everything that is no operation: the document, the pages, and the answer to what there is not. */
export function pages(
  operations: readonly AnyOperation[],
  checkout: { readonly developmentWallet: DevelopmentWallet | null },
): (exchange: Exchange) => Promise<void> {
  // Its bytes are the same for all, also for those who ask for it often and read it slowly.
  const document = Buffer.from(JSON.stringify(openApiDocument(operations)));
  const app = express();
  app.disable("x-powered-by");
  app.get("/openapi.json", (_req, res) => sendJsonText({ res, headers: {} }, 200, document));
  app.use(docs());
  app.use(checkoutPage(checkout));
  return (exchange) =>
    new Promise((resolve, reject) => {
      const { req, res } = exchange;
      setHead(exchange);
      exchange.asked = { door: "page", route: "pages" };
      res.once("close", resolve);
      app(req as express.Request, res as express.Response, (error: unknown) => {
        const status = error === undefined ? 404 : statusOf(error);
        const message = fileRefusals[status];
        if (message !== undefined) {
          sendJson(exchange, status, { error: message });
        } else if (status < 500) {
          exchange.asked = { door: "page", route: noRoute };
          sendError(exchange, publicRefusal(routeNotFound));
        } else reject(error);
      });
    });
}

/** What is wrong with a request for a file that is there. */
const fileRefusals: Readonly<Record<number, string>> = {
  412: "The file is not as If-Match or If-Unmodified-Since say.",
  416: "The file has no such range.",
};

/** Of what Express and its files throw: a path that cannot be decoded is the caller's doing. */
function statusOf(error: unknown): number {
  const isTold = typeof error === "object" && error !== null && "status" in error;
  return isTold && typeof error.status === "number" ? error.status : 500;
}

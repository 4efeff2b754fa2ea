import type { HTTPRequestContext, HTTPResponseInstructions } from "@x402/core/server";
import type { Request, Response } from "express";
import { isOver } from "./paid-response.ts";

/*
 * Requests and responses of Express, in the words of the x402 packages. What a request asks for is found by Express, so all
 * routes of the packages are the path "/".
 */

/**
 * @param origin of the seller's server: what the request says of that is not believed
 * @param hasPayment false: a payment in the request is not looked at
 */
export function contextOf(req: Request, origin: string, hasPayment = true): HTTPRequestContext {
  const { method } = req;
  const isPayment = (name: string) => /^(payment-signature|x-payment)$/i.test(name);
  const getHeader = (name: string) => (isPayment(name) && !hasPayment ? undefined : req.get(name));
  const adapter = {
    getHeader,
    getMethod: () => method,
    getPath: () => "/",
    getUrl: () => origin + req.baseUrl + (req.path ?? "/"),
    getAcceptHeader: () => req.get("Accept") ?? "",
    getUserAgent: () => req.get("User-Agent") ?? "",
  };
  return { adapter, path: "/", method };
}

/** Sends what the packages answer, unless something else has answered. */
export function sendAnswer(
  res: Response,
  { status, headers, body, isHtml }: HTTPResponseInstructions,
): void {
  if (isOver(res)) return;
  res.status(status).set(headers);
  if (isHtml) res.send(body);
  else res.json(body ?? {});
}

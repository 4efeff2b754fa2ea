import { createServer } from "node:http";
import { createSIWxClientExtension } from "@x402/extensions/sign-in-with-x";
import { wrapFetchWithPayment } from "@x402/fetch";
import express, { type Express } from "express";
import { onTestFinished } from "vitest";
import { onFreePort } from "../../../apps/api/test/harness/on-free-port.ts";
import type { KeyPayer } from "../../../apps/api/test/harness/payer.ts";
import { testKey } from "../../../apps/api/test/harness/service.ts";
import type { Story } from "../../../apps/api/test/harness/story.ts";
import { aPayee, clientOf } from "../../../apps/api/test/harness/x402.ts";
import { type Prepaid, type PrepaidOptions, prepaid } from "../src/index.ts";

export interface Seller {
  readonly url: string;
  readonly prepaid: Prepaid;
  readonly serviceId: string;
  readonly paymentPlanId: string;
  readonly payTo: `0x${string}`;
  /** What the middleware has reported. */
  readonly errors: unknown[];
}

/** Starts an API that sells its calls. @param payee of a seller that has another process */
export async function aSeller(
  story: Pick<Story, "aService" | "aPlan" | "done">,
  options: Pick<PrepaidOptions, "baseUrl"> & Partial<PrepaidOptions>,
  routes: (app: Express, prepaid: Prepaid) => void = usualRoutes,
  payee?: Pick<Seller, "serviceId" | "paymentPlanId" | "payTo">,
): Promise<Seller> {
  const { serviceId, paymentPlanId, payTo } = payee ?? (await aPayee(story));
  const app = express();
  const http = createServer(app);
  onTestFinished(() => void http.close().closeAllConnections());
  const { url } = await onFreePort(http);
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const of = { apiKey: testKey, serviceId, paymentPlanId, origin: url, onError };
  const sold = prepaid({ ...of, ...options });
  onTestFinished(() => sold.close());
  routes(app, sold);
  return { url, prepaid: sold, serviceId, paymentPlanId, payTo, errors };
}

export function usualRoutes(app: Express, { call, charge }: Prepaid): void {
  app.get("/cheap", call({ price: "0.001" }), (_, res) => void res.json({ weather: "sunny" }));
  app.get("/metered", call({ atMost: "0.02" }), ({ query }, res) => {
    if (query.cost !== undefined) charge(res, { amount: String(query.cost), quantity: "3" });
    res.json({ weather: "rainy" });
  });
  app.get("/fails", call({ price: "0.001" }), (_, res) => void res.status(500).json({}));
  app.get("/throws", call({ price: "0.001" }), () => {
    throw Object.assign(new Error("The sensor is off."), { status: 503 });
  });
}

/** Calls as the public client does that does not sign in. */
export const payingFetch = (payer: KeyPayer): typeof fetch =>
  wrapFetchWithPayment(fetch, clientOf(payer));

/** Calls as the public client does that signs in, and pays if it has to. */
export function signingFetch(payer: KeyPayer, before: typeof fetch = fetch): typeof fetch {
  const extension = createSIWxClientExtension({ signers: [payer] });
  return wrapFetchWithPayment(before, clientOf(payer).registerExtension(extension));
}

/** Keeps the requests that go through it. */
export function recordingFetch(): { readonly fetch: typeof fetch; readonly sent: Headers[] } {
  const sent: Headers[] = [];
  return {
    sent,
    fetch: (input, init) => {
      const request = new Request(input, init);
      sent.push(request.headers);
      return fetch(request);
    },
  };
}

import { brandedService } from "./branded-service.ts";
import { call, procedures } from "./calls.ts";
import type { PaymentApi } from "./payable.ts";

/** The calls of a checkout session's page; its id is the session's. */
export function checkoutApi(apiUrl: string): PaymentApi {
  const { checkout } = procedures(apiUrl);
  return {
    view: async (checkoutSessionId, signal) => {
      const ask = (options: object) => checkout.view.query({ checkoutSessionId }, options);
      const { checkout: viewed } = await call(signal, ask);
      return { ...viewed, service: brandedService(apiUrl, viewed.service), invoice: null };
    },
    status: async (checkoutSessionId, signal) => {
      const ask = (options: object) => checkout.status.query({ checkoutSessionId }, options);
      return (await call(signal, ask)).checkoutStatus;
    },
    prepare: async ({ id: checkoutSessionId, ...input }, signal) => {
      const ask = (options: object) =>
        checkout.prepare.mutate({ checkoutSessionId, ...input }, options);
      return (await call(signal, ask)).preparedCheckout;
    },
    pay: async ({ id: checkoutSessionId, ...input }, signal) => {
      const ask = (options: object) =>
        checkout.pay.mutate({ checkoutSessionId, ...input }, options);
      return (await call(signal, ask)).checkoutStatus;
    },
  };
}

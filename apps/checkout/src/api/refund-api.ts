import type { TRPCClient } from "@trpc/client";
import type { AppRouter } from "@usance/api";
import { sleep } from "../time.ts";
import { type BrandedService, brandedService } from "./branded-service.ts";
import { call, procedures } from "./calls.ts";
import { moreTries, patiently } from "./patience.ts";

type Procedures = TRPCClient<AppRouter>["refundLinks"];
type Answered = Awaited<ReturnType<Procedures["view"]["query"]>>["refund"];

export type Refund = Omit<Answered, "service"> & { readonly service: BrandedService };
export type PreparedRefund = Awaited<ReturnType<Procedures["prepare"]["mutate"]>>["preparedRefund"];

/** The calls of a refund's page. Neither changes anything, so each is made again until it is answered. */
export interface RefundApi {
  view(signal: AbortSignal): Promise<Refund>;
  prepare(walletAddress: string, signal: AbortSignal): Promise<PreparedRefund>;
}

export function refundApi(apiUrl: string, linkToken: string): RefundApi {
  const { refundLinks } = procedures(apiUrl);
  const ask = <Answer>(signal: AbortSignal, asked: (options: object) => Promise<Answer>) =>
    patiently(() => call(signal, asked), { signal, sleep, moreTries });
  return {
    view: async (signal) => {
      const { refund } = await ask(signal, (options) =>
        refundLinks.view.query({ linkToken }, options),
      );
      return { ...refund, service: brandedService(apiUrl, refund.service) };
    },
    prepare: async (walletAddress, signal) => {
      const { preparedRefund } = await ask(signal, (options) =>
        refundLinks.prepare.mutate({ linkToken, walletAddress }, options),
      );
      return preparedRefund;
    },
  };
}

import type { TRPCClient } from "@trpc/client";
import type { AppRouter } from "@usance/api";
import { sleep } from "../time.ts";
import { call, procedures } from "./calls.ts";
import { moreTries, patiently } from "./patience.ts";

type Procedures = TRPCClient<AppRouter>["invoiceLinks"];

export type InvoiceUsage = Awaited<ReturnType<Procedures["usage"]["query"]>>["invoiceUsage"];
export type UsagePage = Awaited<ReturnType<Procedures["usageEvents"]["query"]>>;
/** What an invoice bills, and how it was paid. */
export type InvoiceProof = Awaited<ReturnType<Procedures["proof"]["query"]>>["proof"];
export type SettlementProof = NonNullable<InvoiceProof["settlement"]>;

/** Reads what an invoice bills, by the token of its link. All calls are reads and are repeated until they are answered. */
export interface BilledApi {
  usage(linkToken: string, signal: AbortSignal): Promise<InvoiceUsage>;
  /** @param cursor null: the first page */
  usageEvents(linkToken: string, cursor: string | null, signal: AbortSignal): Promise<UsagePage>;
  proof(linkToken: string, signal: AbortSignal): Promise<InvoiceProof>;
}

export function billedApi(apiUrl: string): BilledApi {
  const { invoiceLinks } = procedures(apiUrl);
  const read = <Answer>(signal: AbortSignal, ask: (options: object) => Promise<Answer>) =>
    patiently(() => call(signal, ask), { signal, sleep, moreTries });
  return {
    usage: async (linkToken, signal) => {
      const ask = (options: object) => invoiceLinks.usage.query({ linkToken }, options);
      return (await read(signal, ask)).invoiceUsage;
    },
    usageEvents: (linkToken, cursor, signal) => {
      const input = { linkToken, ...(cursor !== null && { cursor }) };
      return read(signal, (options) => invoiceLinks.usageEvents.query(input, options));
    },
    proof: async (linkToken, signal) => {
      const ask = (options: object) => invoiceLinks.proof.query({ linkToken }, options);
      return (await read(signal, ask)).proof;
    },
  };
}

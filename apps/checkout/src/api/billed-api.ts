import type { TRPCClient } from "@trpc/client";
import type { AppRouter } from "@usance/api";
import { sleep } from "../time.ts";
import { call, procedures } from "./calls.ts";
import { moreTries, patiently } from "./patience.ts";

type Procedures = TRPCClient<AppRouter>["invoiceLinks"];

export type InvoiceUsage = Awaited<ReturnType<Procedures["usage"]["query"]>>["invoiceUsage"];
export type UsagePage = Awaited<ReturnType<Procedures["usageEvents"]["query"]>>;
type RootPage = Awaited<ReturnType<Procedures["usageRoots"]["query"]>>;
type ChangePage = Awaited<ReturnType<Procedures["usageChanges"]["query"]>>;
/** What an invoice bills, and how it was paid. */
export type InvoiceProof = Awaited<ReturnType<Procedures["proof"]["query"]>>["proof"];
export type SettlementProof = NonNullable<InvoiceProof["settlement"]>;

/** An objection to usage events of an invoice. */
export type Objection = Omit<Parameters<Procedures["dispute"]["mutate"]>[0], "linkToken">;
export type DisputedEvent = Objection["usageEvents"][number];
export type Dispute = Awaited<ReturnType<Procedures["dispute"]["mutate"]>>["dispute"];

/** The calls about what an invoice bills, by the token of its link. All reads are repeated until they are answered. */
export interface BilledApi {
  usage(linkToken: string, signal: AbortSignal): Promise<InvoiceUsage>;
  /** @param cursor undefined: the first page */
  usageEvents(
    linkToken: string,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<UsagePage>;
  /** Reads the roots that fixed its usage, newest first. */
  usageRoots(linkToken: string, cursor: string | undefined, signal: AbortSignal): Promise<RootPage>;
  /** Reads the hashes of what roots contain. */
  usageChanges(
    at: { readonly linkToken: string; readonly roots: readonly number[] },
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<ChangePage>;
  proof(linkToken: string, signal: AbortSignal): Promise<InvoiceProof>;
  /** Tells the seller that usage events are billed wrongly. */
  dispute(linkToken: string, objection: Objection, signal: AbortSignal): Promise<Dispute>;
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
      const input = { linkToken, cursor };
      return read(signal, (options) => invoiceLinks.usageEvents.query(input, options));
    },
    usageRoots: (linkToken, cursor, signal) => {
      const input = { linkToken, limit: "100", cursor };
      return read(signal, (options) => invoiceLinks.usageRoots.query(input, options));
    },
    usageChanges: ({ linkToken, roots }, cursor, signal) => {
      const input = { linkToken, roots: roots.join(), cursor };
      return read(signal, (options) => invoiceLinks.usageChanges.query(input, options));
    },
    proof: async (linkToken, signal) => {
      const ask = (options: object) => invoiceLinks.proof.query({ linkToken }, options);
      return (await read(signal, ask)).proof;
    },
    dispute: async (linkToken, objection, signal) => {
      const ask = (options: object) =>
        invoiceLinks.dispute.mutate({ linkToken, ...objection }, options);
      return (await call(signal, ask)).dispute;
    },
  };
}

import type { TRPCClient } from "@trpc/client";
import type { AppRouter } from "@usance/api";
import { call, procedures } from "./calls.ts";

type Procedures = TRPCClient<AppRouter>["portal"];
type AnswerOf<Name extends keyof Procedures> = Procedures[Name] extends {
  query(input: never): Promise<infer Answer>;
}
  ? Answer
  : Procedures[Name] extends { mutate(input: never): Promise<infer Answer> }
    ? Answer
    : never;

export type Portal = AnswerOf<"view">["portal"];
export type Subscriber = Portal["subscriber"];
export type SubscriptionPage = AnswerOf<"subscriptions">;
export type Subscription = SubscriptionPage["subscriptions"][number];
export type InvoicePage = AnswerOf<"invoices">;
export type Invoice = InvoicePage["invoices"][number];
export type Usage = AnswerOf<"usage">["usage"];
export type CapAnswer = AnswerOf<"spendingCap">;
export type Cap = NonNullable<CapAnswer["spendingCap"]>;
export type PreparedCap = AnswerOf<"prepareCap">["preparedCap"];

type Input<Name extends "prepareCap" | "signCap"> = Omit<
  Parameters<Procedures[Name]["mutate"]>[0],
  "portalToken" | "subscriptionId"
>;

/** The calls of the portal. Each rejects with an ApiError, or with what its signal was aborted with. */
export interface PortalApi {
  view(signal: AbortSignal): Promise<Portal>;
  changeSubscriber(
    change: { name?: string; email?: string },
    signal: AbortSignal,
  ): Promise<Subscriber>;
  subscriptions(cursor: string | null, signal: AbortSignal): Promise<SubscriptionPage>;
  cancel(id: string, atPeriodEnd: boolean, signal: AbortSignal): Promise<Subscription>;
  usage(id: string, periodsAgo: number, signal: AbortSignal): Promise<Usage>;
  invoices(cursor: string | null, signal: AbortSignal): Promise<InvoicePage>;
  spendingCap(id: string, signal: AbortSignal): Promise<CapAnswer>;
  prepareCap(id: string, input: Input<"prepareCap">, signal: AbortSignal): Promise<PreparedCap>;
  signCap(id: string, input: Input<"signCap">, signal: AbortSignal): Promise<void>;
  revokeCap(id: string, signal: AbortSignal): Promise<void>;
}

export function portalApi(apiUrl: string, portalToken: string): PortalApi {
  const { portal } = procedures(apiUrl);
  const of = (subscriptionId: string) => ({ portalToken, subscriptionId });
  const page = (cursor: string | null) => ({ portalToken, ...(cursor !== null && { cursor }) });
  return {
    view: async (signal) =>
      (await call(signal, (options) => portal.view.query({ portalToken }, options))).portal,
    changeSubscriber: async (change, signal) => {
      const input = { portalToken, ...change };
      return (await call(signal, (options) => portal.changeSubscriber.mutate(input, options)))
        .subscriber;
    },
    subscriptions: (cursor, signal) =>
      call(signal, (options) => portal.subscriptions.query(page(cursor), options)),
    cancel: async (id, atPeriodEnd, signal) => {
      const input = { ...of(id), atPeriodEnd };
      return (await call(signal, (options) => portal.cancel.mutate(input, options))).subscription;
    },
    usage: async (id, periodsAgo, signal) => {
      const input = { ...of(id), periodsAgo };
      return (await call(signal, (options) => portal.usage.query(input, options))).usage;
    },
    invoices: (cursor, signal) =>
      call(signal, (options) => portal.invoices.query(page(cursor), options)),
    spendingCap: (id, signal) =>
      call(signal, (options) => portal.spendingCap.query(of(id), options)),
    prepareCap: async (id, input, signal) => {
      const ask = (options: object) => portal.prepareCap.mutate({ ...of(id), ...input }, options);
      return (await call(signal, ask)).preparedCap;
    },
    signCap: async (id, input, signal) => {
      await call(signal, (options) => portal.signCap.mutate({ ...of(id), ...input }, options));
    },
    revokeCap: async (id, signal) => {
      await call(signal, (options) => portal.revokeCap.mutate(of(id), options));
    },
  };
}

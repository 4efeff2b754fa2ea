import type { TRPCClient } from "@trpc/client";
import type { AppRouter } from "@usance/api";
import { sleep } from "../time.ts";
import { ApiError } from "./api-error.ts";
import { type BrandedService, brandedService } from "./branded-service.ts";
import { call, procedures } from "./calls.ts";
import { moreTries, patiently } from "./patience.ts";

type Procedures = TRPCClient<AppRouter>["portal"];

export type Portal = Awaited<ReturnType<Procedures["view"]["query"]>>["portal"];
export type Subscriber = Portal["subscriber"];
type AnsweredPage = Awaited<ReturnType<Procedures["subscriptions"]["query"]>>;
type Answered = AnsweredPage["subscriptions"][number];
export type Subscription = Omit<Answered, "service"> & { readonly service: BrandedService };
export type SubscriptionPage = Omit<AnsweredPage, "subscriptions"> & {
  readonly subscriptions: readonly Subscription[];
};
type InvoiceQuery = Omit<Parameters<Procedures["invoices"]["query"]>[0], "portalToken">;
type InvoicePage = Awaited<ReturnType<Procedures["invoices"]["query"]>>;
export type Invoice = InvoicePage["invoices"][number];
type BalancePage = Awaited<ReturnType<Procedures["balances"]["query"]>>;
export type Balance = BalancePage["balances"][number];
type EntryPage = Awaited<ReturnType<Procedures["balanceEntries"]["query"]>>;
export type BalanceEntry = EntryPage["balanceEntries"][number];
export type UpcomingInvoice = Awaited<
  ReturnType<Procedures["upcomingInvoice"]["query"]>
>["upcomingInvoice"];
type Alert = Awaited<ReturnType<Procedures["alerts"]["query"]>>["alerts"][number];
type Limit = Awaited<ReturnType<Procedures["limits"]["query"]>>["limits"][number];
type AnsweredSubjects = Awaited<ReturnType<Procedures["subjects"]["query"]>>;
export type Subject = AnsweredSubjects["subjects"][number];
export type SubjectPage = Omit<AnsweredSubjects, "subjects"> & {
  readonly items: readonly Subject[];
};
export type Usage = Awaited<ReturnType<Procedures["usage"]["query"]>>["usage"];
type UsageRoot = Awaited<ReturnType<Procedures["usageRoots"]["query"]>>["usageRoots"][number];
export type CapAnswer = Awaited<ReturnType<Procedures["spendingCap"]["query"]>>;
export type Cap = NonNullable<CapAnswer["spendingCap"]>;
export type PreparedCap = Awaited<ReturnType<Procedures["prepareCap"]["mutate"]>>["preparedCap"];
type ToPrepare = Omit<Parameters<Procedures["prepareCap"]["mutate"]>[0], "portalToken">;
export type CapLimits = ToPrepare["cap"];
type ToSign = Omit<Parameters<Procedures["signCap"]["mutate"]>[0], "portalToken">;
export type SignedCap = ToSign["cap"];
export type RevokeInput = Omit<Parameters<Procedures["revokeCap"]["mutate"]>[0], "portalToken">;

/** The calls of the portal. All are safe to repeat, so each is repeated until it is answered. */
export interface PortalApi {
  view(signal: AbortSignal): Promise<Portal>;
  changeSubscriber(
    change: { readonly name: string; readonly email: string },
    signal: AbortSignal,
  ): Promise<Subscriber>;
  /** @param cursor null: the first page */
  subscriptions(cursor: string | null, signal: AbortSignal): Promise<SubscriptionPage>;
  cancel(subscriptionId: string, atPeriodEnd: boolean, signal: AbortSignal): Promise<Subscription>;
  usage(subscriptionId: string, periodsAgo: number, signal: AbortSignal): Promise<Usage>;
  alerts(subscriptionId: string, signal: AbortSignal): Promise<readonly Alert[]>;
  limits(subscriptionId: string, signal: AbortSignal): Promise<readonly Limit[]>;
  /** @param cursor null: the first page */
  subjects(
    subscriptionId: string,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<SubjectPage>;
  /**
   * @param what.subject null: all usage
   * @returns who stops it now
   */
  stop(
    subscriptionId: string,
    what: { readonly subject: string | null; readonly isStopped: boolean },
    signal: AbortSignal,
  ): Promise<Subject["stoppedBy"]>;
  /** @returns the newest root of the subscription's usage */
  newestRoot(subscriptionId: string, signal: AbortSignal): Promise<UsageRoot | undefined>;
  /** @returns null if no rate card prices the usage */
  upcomingInvoice(subscriptionId: string, signal: AbortSignal): Promise<UpcomingInvoice | null>;
  invoices(query: InvoiceQuery, signal: AbortSignal): Promise<InvoicePage>;
  balances(cursor: string | null, signal: AbortSignal): Promise<BalancePage>;
  balanceEntries(balanceId: string, cursor: string | null, signal: AbortSignal): Promise<EntryPage>;
  /** @returns the address of the invoice's page */
  topUp(balanceId: string, amount: string, signal: AbortSignal): Promise<string>;
  spendingCap(subscriptionId: string, signal: AbortSignal): Promise<CapAnswer>;
  prepareCap(input: ToPrepare, signal: AbortSignal): Promise<PreparedCap>;
  signCap(input: ToSign, signal: AbortSignal): Promise<void>;
  revokeCap(input: RevokeInput, signal: AbortSignal): Promise<void>;
}

const unpriced = "Payment plan has no rate card in effect.";

/** @param onEnded told when the link works no longer */
export function portalApi(apiUrl: string, portalToken: string, onEnded: () => void): PortalApi {
  const { portal } = procedures(apiUrl);
  const ask = <Answer>(signal: AbortSignal, asked: (options: object) => Promise<Answer>) =>
    patiently(() => call(signal, asked), { signal, sleep, moreTries }).catch((error: unknown) => {
      if (error instanceof ApiError && error.message === "Portal link was not found.") onEnded();
      throw error;
    });
  const branded = (subscription: Answered): Subscription => ({
    ...subscription,
    service: brandedService(apiUrl, subscription.service),
  });
  const page = (cursor: string | null) => ({ portalToken, ...(cursor !== null && { cursor }) });
  return {
    view: async (signal) =>
      (await ask(signal, (options) => portal.view.query({ portalToken }, options))).portal,
    changeSubscriber: async (change, signal) => {
      const input = { portalToken, ...change };
      const { subscriber } = await ask(signal, (options) =>
        portal.changeSubscriber.mutate(input, options),
      );
      return subscriber;
    },
    subscriptions: async (cursor, signal) => {
      const answer = await ask(signal, (options) =>
        portal.subscriptions.query(page(cursor), options),
      );
      return { ...answer, subscriptions: answer.subscriptions.map(branded) };
    },
    cancel: async (subscriptionId, atPeriodEnd, signal) => {
      const input = { portalToken, subscriptionId, atPeriodEnd };
      const { subscription } = await ask(signal, (options) => portal.cancel.mutate(input, options));
      return branded(subscription);
    },
    usage: async (subscriptionId, periodsAgo, signal) => {
      const input = { portalToken, subscriptionId, periodsAgo };
      return (await ask(signal, (options) => portal.usage.query(input, options))).usage;
    },
    alerts: async (subscriptionId, signal) => {
      const input = { portalToken, subscriptionId };
      return (await ask(signal, (options) => portal.alerts.query(input, options))).alerts;
    },
    limits: async (subscriptionId, signal) => {
      const input = { portalToken, subscriptionId };
      return (await ask(signal, (options) => portal.limits.query(input, options))).limits;
    },
    subjects: async (subscriptionId, cursor, signal) => {
      const input = { ...page(cursor), subscriptionId };
      const answer = await ask(signal, (options) => portal.subjects.query(input, options));
      const { subjects: items, ...others } = answer;
      return { ...others, items };
    },
    stop: async (subscriptionId, { subject, isStopped }, signal) => {
      const what = { ...(subject !== null && { subject }), isStopped };
      const asked = (options: object) =>
        portal.stop.mutate({ portalToken, subscriptionId, ...what }, options);
      return (await ask(signal, asked)).stop.stoppedBy;
    },
    newestRoot: async (subscriptionId, signal) => {
      const input = { portalToken, subscriptionId, limit: 1 };
      return (await ask(signal, (options) => portal.usageRoots.query(input, options)))
        .usageRoots[0];
    },
    upcomingInvoice: async (subscriptionId, signal) => {
      const asked = (options: object) =>
        portal.upcomingInvoice.query({ portalToken, subscriptionId }, options);
      try {
        return (await ask(signal, asked)).upcomingInvoice;
      } catch (error) {
        if (error instanceof ApiError && error.message === unpriced) return null;
        throw error;
      }
    },
    invoices: (query, signal) =>
      ask(signal, (options) => portal.invoices.query({ portalToken, ...query }, options)),
    balances: (cursor, signal) =>
      ask(signal, (options) => portal.balances.query(page(cursor), options)),
    balanceEntries: (balanceId, cursor, signal) =>
      ask(signal, (options) =>
        portal.balanceEntries.query({ ...page(cursor), balanceId }, options),
      ),
    topUp: async (balanceId, amount, signal) => {
      const asked = (options: object) =>
        portal.topUp.mutate({ portalToken, balanceId, amount }, options);
      return (await ask(signal, asked)).invoice.url;
    },
    spendingCap: (subscriptionId, signal) =>
      ask(signal, (options) => portal.spendingCap.query({ portalToken, subscriptionId }, options)),
    prepareCap: async (input, signal) => {
      const asked = (options: object) =>
        portal.prepareCap.mutate({ portalToken, ...input }, options);
      return (await ask(signal, asked)).preparedCap;
    },
    signCap: async (input, signal) => {
      await ask(signal, (options) => portal.signCap.mutate({ portalToken, ...input }, options));
    },
    revokeCap: async (input, signal) => {
      await ask(signal, (options) => portal.revokeCap.mutate({ portalToken, ...input }, options));
    },
  };
}

import type { CheckoutSessionState, InvoiceState, SubscriptionState } from "../contract/states.ts";
import type { Queryable } from "../db/client.ts";
import type { Log } from "../lib/log.ts";
import type { Tenant } from "../lib/tenant.ts";

interface TimedInvoice {
  readonly id: string;
  readonly status: InvoiceState;
  readonly dueAt: Date | null;
}

interface TimedSubscription {
  readonly id: string;
  readonly status: SubscriptionState;
  readonly currentPeriodEnd: Date | null;
}

interface TimedCheckoutSession {
  readonly id: string;
  readonly status: CheckoutSessionState;
  readonly expiresAt: Date | null;
}

/** Records, as they were read, that change because time passes. */
export interface TimedRecords {
  readonly invoices?: readonly TimedInvoice[];
  readonly checkoutSessions?: readonly TimedCheckoutSession[];
  readonly subscriptions?: readonly TimedSubscription[];
  /** The moment for which they are judged; default: the clock's. */
  readonly at?: Date;
}

/** Makes the changes that have come due: invoices and checkout sessions expire, subscriptions renew. */
export interface Due {
  /** Advances those of some records that are due. @returns whether any was, so that it must be read again */
  advance(parts: { readonly db: Queryable }, records: TimedRecords): Promise<boolean>;
  /** Advances all of a tenant's records that are due, a page at a time. It logs those that fail. */
  advanceAll(
    parts: { readonly db: Queryable; readonly tenant: Tenant; readonly log: Log },
    noun: "invoices" | "checkoutSessions" | "subscriptions",
  ): Promise<void>;
}

/** Whether an invoice must expire: its `dueAt` has passed unpaid. */
export function isPastDue({ status, dueAt }: TimedInvoice, now: Date): boolean {
  return status === "OPEN" && hasPassed(dueAt, now);
}

/** Whether a checkout session must expire. */
export function isTimeUp({ status, expiresAt }: TimedCheckoutSession, now: Date): boolean {
  return status === "PENDING" && hasPassed(expiresAt, now);
}

/** Whether a subscription must renew. */
export function isPeriodOver({ status, currentPeriodEnd }: TimedSubscription, now: Date): boolean {
  return status === "ACTIVE" && hasPassed(currentPeriodEnd, now);
}

const hasPassed = (time: Date | null, now: Date) => time !== null && time <= now;

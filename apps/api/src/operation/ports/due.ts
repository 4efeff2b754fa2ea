import type { Queryable } from "../../db/client.ts";
import type { Log } from "../../kit/log.ts";
import type { Tenant } from "../../kit/tenant.ts";
import type {
  CheckoutSessionState,
  InvoiceState,
  SubscriptionState,
} from "../../schemas/states.ts";
import type { DueScope } from "./times.ts";

interface TimedInvoice {
  readonly id: string;
  readonly serviceId: string;
  readonly status: InvoiceState;
  readonly dueAt: Date | null;
}

interface TimedSubscription {
  readonly id: string;
  readonly serviceId: string;
  readonly status: SubscriptionState;
  readonly currentPeriodEnd: Date | null;
}

interface TimedCheckoutSession {
  readonly id: string;
  readonly serviceId: string;
  readonly status: CheckoutSessionState;
  readonly expiresAt: Date | null;
}

interface TimedBalance {
  readonly id: string;
  readonly serviceId: string;
  readonly nextDueAt: Date | null;
}

/** Records that change with time, as they were read. */
export interface TimedRecords {
  readonly invoices?: readonly TimedInvoice[];
  readonly checkoutSessions?: readonly TimedCheckoutSession[];
  readonly subscriptions?: readonly TimedSubscription[];
  readonly balances?: readonly TimedBalance[];
  /** Balances whose overdraft a spending cap backs, and that must be looked up. */
  readonly overdrafts?: readonly Pick<TimedBalance, "id">[];
  /** The time to compare with; default: the current time of each record's service. */
  readonly at?: Date;
}

/**
 * Applies changes that are due: invoices and checkout sessions expire, subscriptions renew or end, credits and holds of
 * balances expire, recurring grants are given, and what backs an overdraft is looked up on the chain.
 */
export interface Due {
  /** Advances the given records that are due. @returns whether any was due; if so, read the records again */
  advance(parts: { readonly db: Queryable }, records: TimedRecords): Promise<boolean>;
  /**
   * Advances all of a tenant's due records, one page at a time. Failures are logged.
   *
   * @param scope default: the records of all services that are on no test clock
   */
  advanceAll(
    parts: { readonly db: Queryable; readonly tenant: Tenant; readonly log: Log },
    noun: "invoices" | "checkoutSessions" | "subscriptions" | "balances",
    scope?: DueScope,
  ): Promise<void>;
}

/** Returns whether an open invoice must expire because its `dueAt` has passed. */
export function isPastDue({ status, dueAt }: TimedInvoice, now: Date): boolean {
  return status === "OPEN" && hasPassed(dueAt, now);
}

/** Returns whether a pending checkout session must expire. */
export function isTimeUp({ status, expiresAt }: TimedCheckoutSession, now: Date): boolean {
  return status === "PENDING" && hasPassed(expiresAt, now);
}

/** Returns whether an active subscription must renew, or end with its period. */
export function isPeriodOver({ status, currentPeriodEnd }: TimedSubscription, now: Date): boolean {
  return status === "ACTIVE" && hasPassed(currentPeriodEnd, now);
}

/** Returns whether credit or a hold of a balance must expire, or a period of a recurring grant begins. */
export function isExpiryDue({ nextDueAt }: TimedBalance, now: Date): boolean {
  return hasPassed(nextDueAt, now);
}

const hasPassed = (time: Date | null, now: Date) => time !== null && time <= now;

/**
 * Runs an attempt, advances the records that it found due, and runs it again until none is due.
 *
 * @param timed selects the records of an answer that change with time; null when it has none
 */
export async function upToDate<Answer>(
  { db, due }: { readonly db: Queryable; readonly due: Due },
  attempt: () => Promise<Answer>,
  timed: (answer: Answer) => TimedRecords | null,
): Promise<Answer> {
  for (;;) {
    const answer = await attempt();
    const records = timed(answer);
    if (records === null || !(await due.advance({ db }, records))) return answer;
  }
}

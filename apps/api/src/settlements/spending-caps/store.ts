import type { CapSpending } from "../../chain/caps.ts";
import type { InTransaction, Queryable } from "../../db/client.ts";
import type { Prisma, SpendingCap } from "../../db/generated/client.ts";
import { runStatement } from "../../db/statements.ts";
import { fromTokenUnits, smaller, toTokenUnits, unitsOfText } from "../../kit/money.ts";
import { announceAlerts } from "../../outbox/announce-alerts.ts";
import { liveStates } from "../../schemas/settlement-states.ts";

export async function insertSpendingCap(
  db: Queryable,
  data: Prisma.SpendingCapUncheckedCreateInput,
): Promise<void> {
  await db.spendingCap.create({ data });
}

/** Deletes a session's caps. @param butOf the payer whose cap is kept, in lower case @returns how many it deleted */
export async function deleteSpendingCaps(
  db: Queryable,
  checkoutSessionId: string,
  butOf: string | null = null,
): Promise<number> {
  const others = butOf === null ? {} : { payerAddress: { not: butOf } };
  const { count } = await db.spendingCap.deleteMany({ where: { checkoutSessionId, ...others } });
  return count;
}

/** Finds the cap that a payer has signed with an earlier attempt to pay a session. @param payerAddress in lower case */
export const findCapOfAttempt = (
  db: Queryable,
  checkoutSessionId: string,
  payerAddress: string,
): Promise<SpendingCap | null> =>
  db.spendingCap.findFirst({ where: { checkoutSessionId, payerAddress } });

/** Locks the cap of a session until the transaction ends. */
export async function lockCapOf(tx: Queryable, checkoutSessionId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT FROM spending_caps WHERE checkout_session_id = ${checkoutSessionId} ORDER BY id FOR UPDATE`;
}

/** Marks a cap as revoked. @returns false when it is revoked already, or was replaced */
export async function markRevoked(db: Queryable, id: string, now: Date): Promise<boolean> {
  const { count } = await db.spendingCap.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: now },
  });
  return count === 1;
}

/** Locks a cap against revocation until the transaction ends. @returns false when it is revoked or replaced */
export async function lockUnrevoked(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT id FROM spending_caps WHERE id = ${id} AND revoked_at IS NULL FOR SHARE`;
  return rows.length === 1;
}

/**
 * Notes that an invoice asks for more than by the rate cards of a cap.
 *
 * @param refused its key (usable-cap.ts)
 * @returns false when that is noted already, or the cap was replaced
 */
export async function noteRefused(tx: Queryable, id: string, refused: string): Promise<boolean> {
  const { count } = await tx.spendingCap.updateMany({
    where: { id, NOT: { refusedInvoices: { has: refused } } },
    data: { refusedInvoices: { push: refused } },
  });
  return count === 1;
}

/** A cap with the seller's current payout address. */
export type SpendingCapRow = SpendingCap & { readonly payoutAddress: string | null };

/** Finds the cap that was signed for a subscription. */
export async function findSpendingCap(
  db: Queryable,
  subscriptionId: string,
): Promise<SpendingCapRow | null> {
  const found = await db.spendingCap.findFirst({
    where: { checkoutSession: { subscriptionId } },
    include: { checkoutSession: { include: { service: true } } },
  });
  if (found === null) return null;
  const { checkoutSession, ...cap } = found;
  return { ...cap, payoutAddress: checkoutSession.service.payoutAddress };
}

/** A cap with the subscription that it was signed for. */
export type CapOfSubscription = SpendingCapRow & {
  readonly subscription: { readonly id: string; readonly paymentPlanId: string };
};

/** The maximum number of caps that are read for a subscriber. */
const maxCaps = 100;

/** Finds the caps of a user's active subscriptions to a service that are not revoked, newest first. */
export async function findCapsOf(
  db: Queryable,
  { serviceId, userId }: { readonly serviceId: string; readonly userId: string },
): Promise<CapOfSubscription[]> {
  const found = await db.spendingCap.findMany({
    where: {
      revokedAt: null,
      checkoutSession: { serviceId, userId, subscriptions: { some: { status: "ACTIVE" } } },
    },
    include: { checkoutSession: { include: { service: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: maxCaps,
  });
  return found.map(({ checkoutSession: { subscriptionId, paymentPlanId, service }, ...cap }) => ({
    ...cap,
    subscription: { id: subscriptionId, paymentPlanId },
    payoutAddress: service.payoutAddress,
  }));
}

/** What is asked of a cap and was not collected yet. */
export interface AskedOfCap {
  /** In token units. */
  readonly asked: bigint;
  /** Whether a part is on its way to the chain: it may be spent there already. */
  readonly isUnderWay: boolean;
}

const askedOfCaps = {
  name: "find_asked_of_caps",
  text: `
  SELECT invoice.subscription_id AS "subscriptionId",
         sum(invoice.amount - invoice.credited_before_payment - invoice.paid_from_balance)::text AS asked,
         bool_or(live.collect IS NOT NULL) AS "isUnderWay"
    FROM invoices invoice
    LEFT JOIN LATERAL (SELECT id, collect FROM settlements one
                        WHERE one.invoice_id = invoice.id AND one.status = ANY ($2::settlement_status[])
                        LIMIT 1) live ON true
    LEFT JOIN balance_top_ups top_up ON top_up.invoice_id = invoice.id
   WHERE invoice.subscription_id = ANY ($1::text[]) AND invoice.status IN ('OPEN', 'EXPIRED')
     AND CASE WHEN live.id IS NULL THEN invoice.status = 'OPEN' AND top_up.is_automatic IS NOT FALSE
              ELSE live.collect = 'allowance' END
   GROUP BY invoice.subscription_id`,
};

/**
 * Adds up what the unpaid invoices of subscriptions ask of their caps: those that are being collected, and the open ones,
 * which may be collected. A payment of another kind takes nothing from the cap, and an open top-up that a call made is
 * only collected if its seller does that.
 *
 * @returns by the subscriptions' ids; no entry where nothing is asked
 */
export async function findAskedOfCaps(
  db: Queryable,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, AskedOfCap>> {
  const rows = await runStatement<{
    readonly subscriptionId: string;
    readonly asked: string;
    readonly isUnderWay: boolean;
  }>(db, askedOfCaps, [subscriptionIds, liveStates]);
  return new Map(
    rows.map(({ subscriptionId, asked, isUnderWay }) => [
      subscriptionId,
      { asked: unitsOfText(asked), isUnderWay },
    ]),
  );
}

/** Whether a cap's wallet has paid for its subscription: at checkout, or under a cap. */
export async function hasPaidUnder(
  db: Queryable,
  { payerAddress }: Pick<SpendingCap, "payerAddress">,
  subscriptionId: string,
): Promise<boolean> {
  const paid = await db.settlement.findFirst({
    where: {
      status: "CONFIRMED",
      collect: { not: null },
      payerAddress: { equals: payerAddress, mode: "insensitive" },
      invoice: { subscriptionId },
    },
    select: { id: true },
  });
  return paid !== null;
}

/** A cap that is due to be checked on the chain. */
export interface DueCap {
  readonly id: string;
  readonly nextCheckAt: Date;
  /** Chain time (seconds) after which nothing is taken under it. */
  readonly validUntil: bigint;
  readonly serviceId: string;
  /** null until the checkout at which it was signed is complete. */
  readonly subscriptionId: string | null;
}

/** Finds caps that are due to be checked, longest due first. */
export function findDueCaps(db: Queryable, now: Date, max: number): Promise<DueCap[]> {
  return db.$queryRaw<DueCap[]>`
    SELECT cap.id, cap.next_check_at AS "nextCheckAt", cap.valid_until AS "validUntil",
           session.service_id AS "serviceId", subscription.id AS "subscriptionId"
      FROM (SELECT id, next_check_at, valid_until, checkout_session_id FROM spending_caps
             WHERE revoked_at IS NULL AND next_check_at <= ${now}
             ORDER BY next_check_at, id LIMIT ${max}) cap
      JOIN checkout_sessions session ON session.id = cap.checkout_session_id
      LEFT JOIN subscriptions subscription ON subscription.id = session.subscription_id
     ORDER BY cap.next_check_at, cap.id`;
}

/** A cap, and what was spent under it when the chain was asked last; null: it was not asked yet. In USDC. */
export type CapUse = Readonly<Record<"perPeriod" | "total", Decimals>> &
  Readonly<Record<"spent" | "spentInPeriod", Decimals | null>>;
type Decimals = Parameters<typeof toTokenUnits>[0];

type Spent = Pick<CapSpending, "spent" | "spentInPeriod">;

/** What was spent under a cap when the chain was asked last, in token units. */
export const knownSpending = ({ spent, spentInPeriod }: CapUse): Spent => ({
  spent: spent === null ? 0n : toTokenUnits(spent),
  spentInPeriod: spentInPeriod === null ? 0n : toTokenUnits(spentInPeriod),
});

/** What is left of a cap in the current period, and in all, in token units. @param spending default: as far as it is known */
export const leftOfCap = (cap: CapUse, { spent, spentInPeriod } = knownSpending(cap)): bigint =>
  smaller(toTokenUnits(cap.perPeriod) - spentInPeriod, toTokenUnits(cap.total) - spent);

/** Reports the levels of alerts that the cap of a subscription crosses, in the transaction that changes or replaces it. */
export function announceCap(
  at: InTransaction,
  of: { readonly serviceId: string; readonly subscriptionId: string | null },
  before: CapUse,
  after: CapUse,
): Promise<void> {
  const watched = { watches: "cap", balanceId: null, ...of } as const;
  const left = { before: leftOfCap(before), after: leftOfCap(after) };
  return announceAlerts(at, [{ of: watched, periodStart: null, ...left }]);
}

/**
 * Stores when a cap is checked next and, if it was read, what was spent under it.
 *
 * @param next null: never
 * @returns the cap as it was before; null: another process has changed the time of the check, and nothing is stored
 */
export async function noteCheck(
  tx: Queryable,
  { id, nextCheckAt }: Pick<DueCap, "id" | "nextCheckAt">,
  { next, spending }: { readonly next: Date | null; readonly spending?: CapSpending },
): Promise<SpendingCap | null> {
  await tx.$executeRaw`SELECT FROM spending_caps WHERE id = ${id} FOR NO KEY UPDATE`;
  const before = await tx.spendingCap.findUnique({ where: { id, nextCheckAt } });
  if (before === null) return null;
  await tx.spendingCap.update({
    where: { id },
    data: {
      nextCheckAt: next,
      ...(spending && {
        spent: fromTokenUnits(spending.spent).toFixed(),
        spentInPeriod: fromTokenUnits(spending.spentInPeriod).toFixed(),
        periodEnd: spending.periodEnd,
      }),
    },
  });
  return before;
}

const checkSoon = {
  name: "check_caps_soon",
  text: `
  WITH collected AS (
    SELECT cap.id
      FROM invoices invoice
      JOIN subscriptions subscription ON subscription.id = invoice.subscription_id
      JOIN spending_caps cap ON cap.checkout_session_id = subscription.checkout_session_id
     WHERE invoice.id = ANY ($1::text[]) AND cap.revoked_at IS NULL
       AND EXISTS (SELECT FROM settlements one WHERE one.invoice_id = invoice.id
                      AND one.status = 'CONFIRMED' AND one.collect = 'allowance')
       FOR NO KEY UPDATE OF cap SKIP LOCKED)
  UPDATE spending_caps SET next_check_at = $2::timestamptz WHERE id = ANY (ARRAY(SELECT id FROM collected))`,
};

/**
 * Makes the caps under which invoices were collected due to be checked. It skips a cap that another transaction has
 * locked, which is checked when it is due.
 */
export async function checkCapsSoon(
  { tx, now }: InTransaction,
  invoiceIds: readonly string[],
): Promise<void> {
  await runStatement(tx, checkSoon, [invoiceIds, now]);
}

/** What is left of a `cap` in its period and in all, as far as it is known, in SQL. */
export const leftInSql = `
  least(cap.per_period - coalesce(cap.spent_in_period, 0), cap.total - coalesce(cap.spent, 0))`;

/**
 * A cap is low if it does not cover the next charge, which is the plan's amount, in a later period, or, where that is not known,
 * if a fifth of a period's limit is left; or if it ends before the current period does.
 */
export const isLow = `
  CASE WHEN plan.pricing_type = 'FIXED_RECURRING'
       THEN least(cap.per_charge, cap.per_period, cap.total - coalesce(cap.spent, 0)) < plan.amount
       ELSE ${leftInSql} < cap.per_period / 5 END
  OR coalesce(to_timestamp(cap.valid_until) <= subscription.current_period_end, false)`;

/** How many of a subscription's newest invoices are searched for one that was collected. */
const recentInvoices = 100;

const lastCollected = {
  name: "find_last_collected_of_low_cap",
  text: `
  SELECT collected.id
    FROM spending_caps cap
    JOIN checkout_sessions session ON session.id = cap.checkout_session_id
    JOIN subscriptions subscription ON subscription.id = session.subscription_id
    JOIN payment_plans plan ON plan.id = subscription.payment_plan_id
   CROSS JOIN LATERAL (
     SELECT recent.id
       FROM (SELECT id FROM invoices WHERE subscription_id = subscription.id
              ORDER BY created_at DESC, id DESC LIMIT ${recentInvoices}) recent
      CROSS JOIN LATERAL (SELECT FROM settlements one WHERE one.invoice_id = recent.id
                             AND one.status = 'CONFIRMED' AND one.collect = 'allowance' LIMIT 1) one
      LIMIT 1) collected
   WHERE cap.id = $1 AND cap.revoked_at IS NULL AND cap.spent > 0 AND (${isLow})`,
};

/**
 * Finds the last invoice that was collected under a cap that is low.
 *
 * @returns null when the cap is not low, or nothing was collected under it
 */
export async function findLastCollectedOfLowCap(
  db: Queryable,
  capId: string,
): Promise<string | null> {
  const [found] = await runStatement<{ readonly id: string }>(db, lastCollected, [capId]);
  return found?.id ?? null;
}

/** A spending cap, and what was spent under it when the chain was asked last. */
export interface ToldCap {
  /** In USDC: the limits, and what is left of them. */
  readonly perPeriod: string;
  readonly total: string;
  readonly left: string;
  /** 0: calendar months. */
  readonly periodSeconds: string;
  /** Chain time (seconds) after which nothing is taken under it. */
  readonly validUntil: string;
  readonly isLow: boolean;
}

const spending = {
  name: "find_cap_spending",
  text: `
  SELECT cap.per_period::text AS "perPeriod", cap.total::text, greatest(${leftInSql}, 0)::text AS left,
         cap.period_seconds::text AS "periodSeconds", cap.valid_until::text AS "validUntil",
         ${isLow} AS "isLow"
    FROM invoices invoice
    JOIN subscriptions subscription ON subscription.id = invoice.subscription_id
    JOIN payment_plans plan ON plan.id = subscription.payment_plan_id
    JOIN spending_caps cap ON cap.checkout_session_id = subscription.checkout_session_id
   WHERE invoice.id = $1 AND cap.revoked_at IS NULL`,
};

/** Finds the cap under which an invoice's subscription is collected; null when it has none, or it is revoked. */
export async function findCapSpending(db: Queryable, invoiceId: string): Promise<ToldCap | null> {
  const [found] = await runStatement<ToldCap>(db, spending, [invoiceId]);
  return found ?? null;
}
